import {
  type FieldNode,
  getArgumentValues,
  getNamedType,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  isObjectType,
} from 'graphql';
import { type CallCost, costOf } from '../cost/call-cost.ts';
import { undefinedIfInvalid, selectedFields } from '../cost/selected-fields.ts';

type Path = GraphQLResolveInfo['path'];

/** A selected field that calls tools, or leads to fields that do. */
interface PlannedField {
  responseName: string;
  nodes: readonly FieldNode[];
  parent: GraphQLObjectType;
  field: GraphQLField<unknown, unknown>;
  args: Record<string, unknown>;
  children: readonly PlannedField[];
  /** The results by parent object. */
  results: Map<unknown, FieldResult>;
}

interface Planning {
  preparable: Pick<WeakSet<GraphQLField<unknown, unknown>>, 'has'>;
  info: GraphQLResolveInfo;
}

type FieldResult = { value: unknown } | { error: unknown };

interface PrepareOptions<Context> {
  preparable: WeakMap<GraphQLField<unknown, unknown>, GraphQLFieldResolver<unknown, Context>>;
  context: Context;
  /** Maximum number of objects whose fields are resolved. */
  maxObjects: number;
}

/**
 * The executor creates several promises for each field that returns one. Fields that load data are therefore resolved
 * for a whole list before its items are completed. Tool calls start in the same order and turn as without it.
 */
export function createListPreparation() {
  const planned = new Map<FieldNode, PlannedField[]>();
  const plans = new WeakMap<readonly FieldNode[], readonly PlannedField[]>();
  const preparedLists = new WeakSet<readonly unknown[]>();

  function planOf(nodes: readonly FieldNode[], type: GraphQLObjectType, planning: Planning): PlannedField[] {
    const { info, preparable } = planning;
    return [...selectedFields(nodes, info, type)].flatMap(([responseName, merged]) => {
      const [node] = merged;
      const field = node && type.getFields()[node.name.value];
      if (!field || !preparable.has(field)) return [];
      const fieldType = getNamedType(field.type);
      const children = isObjectType(fieldType) ? planOf(merged, fieldType, planning) : [];
      if (children.length === 0 && !callsTools(costOf(field))) return [];
      // The executor reports invalid arguments when it comes to the field.
      const args = undefinedIfInvalid(() => getArgumentValues(field, node, info.variableValues));
      if (!args) return [];
      const plan = { responseName, nodes: merged, parent: type, field, args, children, results: new Map() };
      planned.set(node, [...(planned.get(node) ?? []), plan]);
      return [plan];
    });
  }

  function cachedPlan({ info, preparable }: Planning): readonly PlannedField[] {
    const type = getNamedType(info.returnType);
    const plan =
      plans.get(info.fieldNodes) ?? (isObjectType(type) ? planOf(info.fieldNodes, type, { info, preparable }) : []);
    plans.set(info.fieldNodes, plan);
    return plan;
  }

  return {
    /** Undefined if the field has to be resolved. */
    resultOf(nodes: readonly FieldNode[], parent: unknown): FieldResult | undefined {
      const [node] = nodes;
      const candidates = node && planned.get(node);
      // A fragment that is spread in several places can be merged with other fields in each of them.
      return candidates?.find((each) => isSame(each.nodes, nodes) && each.results.has(parent))?.results.get(parent);
    },

    /** Returns a promise only if there is something to wait for; it is never rejected. */
    prepare<Context>(
      list: readonly unknown[],
      info: GraphQLResolveInfo,
      { preparable, context, maxObjects }: PrepareOptions<Context>,
    ): Promise<unknown> | undefined {
      if (list.length < 2 || preparedLists.has(list)) return undefined;
      const listPlan = cachedPlan({ info, preparable });
      if (listPlan.length === 0) return undefined;
      const pending: Promise<void>[] = [];
      let objects = 0;
      prepareItems(list, listPlan, info.path);
      return pending.length === 0 ? undefined : allSettled(pending);

      function prepareItems(items: readonly unknown[], fields: readonly PlannedField[], path: Path): void {
        if (objects + items.length > maxObjects) return;
        preparedLists.add(items);
        for (const [index, item] of items.entries()) {
          prepareObject(item, fields, { prev: path, key: index, typename: undefined });
        }
      }

      function prepareObject(object: unknown, fields: readonly PlannedField[], path: Path): void {
        if (typeof object !== 'object' || object === null || object instanceof Error) return;
        objects += 1;
        for (const field of fields) prepareField(object, field, path);
      }

      function prepareField(parent: object, plan: PlannedField, path: Path): void {
        const { results, field, args, nodes, responseName, children } = plan;
        if (results.has(parent)) return;
        const fieldPath = { prev: path, key: responseName, typename: plan.parent.name };
        const fieldInfo = {
          ...info,
          fieldName: field.name,
          fieldNodes: nodes,
          returnType: field.type,
          parentType: plan.parent,
          path: fieldPath,
        };
        const end = (value: unknown): void => {
          results.set(parent, { value });
          prepareValue(value, children, fieldPath);
        };
        const fail = (error: unknown): void => void results.set(parent, { error });
        try {
          const value: unknown = preparable.get(field)?.(parent, args, context, fieldInfo);
          if (value instanceof Promise) pending.push(value.then(end, fail));
          else end(value);
        } catch (error) {
          fail(error);
        }
      }

      function prepareValue(value: unknown, fields: readonly PlannedField[], path: Path): void {
        if (fields.length === 0) return;
        if (Array.isArray(value)) prepareItems(value, fields, path);
        else prepareObject(value, fields, path);
      }
    },
  };
}

/** Waits for all promises, including those that are added in the meantime. */
async function allSettled(pending: readonly Promise<void>[]): Promise<void> {
  for (let waited = 0; waited < pending.length;) {
    waited = pending.length;
    await Promise.all(pending);
  }
}

const callsTools = ({ perObject, atMostPerObject, fallbackPerObject, batched, page, readAllCalls }: CallCost) =>
  [perObject, atMostPerObject, fallbackPerObject, batched, page, readAllCalls].some((calls) => calls !== undefined);

const isSame = (a: readonly FieldNode[], b: readonly FieldNode[]) =>
  a.length === b.length && a.every((node, index) => node === b[index]);
