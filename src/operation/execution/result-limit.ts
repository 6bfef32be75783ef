import {
  defaultFieldResolver,
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isCompositeType,
  isListType,
  isObjectType,
} from 'graphql';
import { costOf } from '../cost/call-cost.ts';
import { type OperationContext, OperationError, type Resolver } from '../operation.ts';
import { isText, withCountedText } from './result-length.ts';
import { objectsPerTurn, objectsWithoutTurns } from './result-turns.ts';

/**
 * Counts list items and single objects, including connections, edges and `PageInfo`. The budget of tool calls does not
 * limit them: cycles in the graph (the signals of a person, the people of these signals) need no further calls.
 */
export const maxResultObjects = 50_000;

/**
 * The resolvers with which lists are prepared: they do not count objects. Fields of copies of the schema, such as the
 * traced one, are missing.
 */
const preparable = new WeakMap<GraphQLField<unknown, unknown>, Resolver>();

/**
 * Counts objects before their fields are resolved, and stops the execution before it creates a list that exceeds the
 * limit. Completes a large result in turns of the event loop, so that it does not block other requests.
 */
export function limitResults(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const resolve = field.resolve ?? defaultFieldResolver;
      const isComposite = isCompositeType(getNamedType(field.type));
      const counted = isText(field.type) ? withCountedText(resolve) : resolve;
      if (Object.keys(costOf(field)).length === 0 && !isComposite) {
        field.resolve = counted;
        continue;
      }
      preparable.set(field, counted);
      const prepared = preparedOr(counted);
      const isList = isListType(getNullableType(field.type));
      field.resolve = !isComposite ? prepared : isList ? listInTurns(prepared) : objectInTurns(prepared);
    }
  }
  return schema;
}

/** Waits before a large list is created: the lists of 200 aliases would otherwise be in memory before one is counted. */
export async function turnForList(length: number, { operation }: OperationContext): Promise<void> {
  if (length > objectsWithoutTurns) await operation.turns.toResolve(length);
}

const preparedOr =
  (resolve: Resolver): Resolver =>
  (source, args, context, info) => {
    const prepared = context.operation.lists.resultOf(info.fieldNodes, source);
    if (!prepared) return resolve(source, args, context, info);
    if ('error' in prepared) throw prepared.error;
    return prepared.value;
  };

function countObject({ operation }: OperationContext): Promise<never> | undefined {
  operation.cost.objects += 1;
  if (operation.cost.objects > maxResultObjects) operation.stop(resultTooLarge());
  return operation.checkpoint();
}

const resultTooLarge = () =>
  new OperationError({
    code: 'RESULT_TOO_LARGE',
    message: `The result has more than ${maxResultObjects.toLocaleString('en')} objects. Request fewer at once.`,
  });

const objectInTurns =
  (resolve: Resolver): Resolver =>
  (source, args, context, info) => {
    const { operation } = context;
    const { cost, turns } = operation;
    if (cost.objects < objectsWithoutTurns) return countValue(resolve(source, args, context, info), context);
    // The objects of a page are created as soon as its field is resolved.
    const first: unknown = args['first'];
    if (typeof first === 'number')
      return turns.toResolve(first).then(() => complete(resolve(source, args, context, info)));
    return complete(resolve(source, args, context, info));

    /** Only an object that has to be loaded takes a turn; any other is a part of its parent. */
    function complete(value: unknown): unknown {
      if (!(value instanceof Promise)) return countValue(value, context);
      return value.then(
        (object: unknown) => operation.checkpoint() ?? turns.toComplete(1).then(() => countValue(object, context)),
      );
    }
  };

const listInTurns =
  (resolve: Resolver): Resolver =>
  (source, args, context, info) =>
    prepareAndCount(resolve(source, args, context, info), context, info);

function prepareAndCount(value: unknown, context: OperationContext, info: GraphQLResolveInfo): unknown {
  if (value instanceof Promise) return value.then((loaded: unknown) => prepareAndCount(loaded, context, info));
  const { operation } = context;
  const { cost } = operation;
  // The fields of a large result are resolved in turns, as its objects are completed.
  const maxObjects = objectsWithoutTurns - cost.objects;
  const prepared = Array.isArray(value)
    ? operation.lists.prepare(value, info, { preparable, context, maxObjects })
    : undefined;
  return prepared ? prepared.then(() => countValue(value, context)) : countValue(value, context);
}

function countValue(value: unknown, context: OperationContext): unknown {
  if (value instanceof Promise) return value.then((loaded: unknown) => countValue(loaded, context));
  if (Array.isArray(value)) return countList(value, context);
  return value === null || value === undefined || value instanceof Error ? value : (countObject(context) ?? value);
}

/** The items of a large list become promises, which are resolved in several turns. */
function countList(list: readonly unknown[], context: OperationContext): unknown {
  const { operation } = context;
  const { cost, turns } = operation;
  if (cost.objects + turns.waiting + list.length > maxResultObjects) operation.stop(resultTooLarge());
  const suspended = operation.checkpoint();
  if (suspended) return suspended;
  if (cost.objects + list.length <= objectsWithoutTurns) return countItems(list, context);
  const chunks = Array.from({ length: Math.ceil(list.length / objectsPerTurn) }, (_, chunk) =>
    turns.toComplete(Math.min(objectsPerTurn, list.length - chunk * objectsPerTurn)),
  );
  if (chunks.length === 1) return chunks[0]?.then(() => operation.checkpoint() ?? countItems(list, context));
  return list.map((item: unknown, index) =>
    chunks[Math.floor(index / objectsPerTurn)]?.then(() => countValue(item, context)),
  );
}

/** Counts each item when the executor comes to it, so that a stopped execution creates no further one. */
function* countItems(list: readonly unknown[], context: OperationContext): Generator {
  for (const item of list) yield countValue(item, context);
}
