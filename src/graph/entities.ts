import { type GraphQLFieldResolver, type GraphQLResolveInfo, type GraphQLSchema, isObjectType } from 'graphql';
import { z } from 'zod';
import type { GraphContext } from './context.ts';
import { representationSchema } from './entity-key.ts';
import { InvalidInputError } from './errors.ts';
import { maxRepresentations } from './operation-limits.ts';
import { countRepresentations } from './representation-count.ts';

const argumentsSchema = z.object({
  representations: z.array(z.looseObject({ __typename: z.string('must be text') }, 'must be an object')),
});

type Representation = z.output<typeof argumentsSchema>['representations'][number];

/**
 * Makes `_entities` answer each representation for itself: one that names no entity, lacks its key or fails nulls its
 * own place and no other. All of them still start in the same tick, so that loaders batch them. An operation that has
 * too many of them, under however many names, resolves none.
 */
export function answerEntitiesApart(schema: GraphQLSchema): GraphQLSchema {
  const field = schema.getQueryType()?.getFields()['_entities'];
  const resolveAll = field?.resolve;
  if (!field || !resolveAll) throw new Error('The schema has no entities.');
  const entities = new Map(
    Object.values(schema.getTypeMap())
      .filter(isObjectType)
      .flatMap((type) => {
        const representation = representationSchema(type);
        return representation ? [[type.name, representation] as const] : [];
      }),
  );

  const counts = new WeakMap<GraphContext, number>();
  function refuseTooMany(context: GraphContext, info: GraphQLResolveInfo): void {
    const count = counts.get(context) ?? countRepresentations(info);
    counts.set(context, count);
    if (count <= maxRepresentations) return;
    const message = `must be at most ${maxRepresentations} in an operation; there are ${count}`;
    throw new InvalidInputError([{ path: ['representations'], message }]);
  }

  const resolve: GraphQLFieldResolver<unknown, GraphContext> = (source, args, context, info) => {
    refuseTooMany(context, info);
    return readRepresentations(args).map(async (given, index) => {
      const representation = checkRepresentation(given, entities.get(given.__typename), String(index));
      return z
        .tuple([z.unknown()])
        .parse(await resolveAll(source, { representations: [representation] }, context, info))[0];
    });
  };
  field.resolve = resolve;
  return schema;
}

function readRepresentations(args: unknown): Representation[] {
  const read = argumentsSchema.safeParse(args);
  if (!read.success) throw invalid(read.error, []);
  return read.data.representations;
}

function checkRepresentation(given: Representation, schema: z.ZodType | undefined, index: string): unknown {
  if (!schema) {
    const path = ['representations', index, '__typename'];
    throw new InvalidInputError([{ path, message: `must name an entity; it is ${JSON.stringify(given.__typename)}` }]);
  }
  const read = schema.safeParse(given);
  if (!read.success) throw invalid(read.error, ['representations', index]);
  return read.data;
}

const invalid = ({ issues }: z.ZodError, place: string[]) =>
  new InvalidInputError(issues.map(({ path, message }) => ({ path: [...place, ...path.map(String)], message })));
