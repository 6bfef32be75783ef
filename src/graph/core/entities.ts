import { type GraphQLFieldResolver, type GraphQLSchema, isObjectType } from 'graphql';
import { z } from 'zod';
import { requireScope } from '../../connector/scope.ts';
import type { GraphContext } from './context.ts';
import { representationSchema } from './entity-key.ts';
import { InvalidInputError } from '../errors/errors.ts';
import { scopeOfType } from './type-source.ts';

const argumentsSchema = z.object({
  representations: z.array(z.looseObject({ __typename: z.string('must be text') }, 'must be an object')),
});

type Representation = z.output<typeof argumentsSchema>['representations'][number];

/**
 * Makes `_entities` answer each representation for itself: one that names no entity, lacks its key, belongs to a
 * connector that the caller may not read or fails nulls its own place and no other. All of them still start in the same
 * tick, so that loaders batch them.
 */
export function isolateReferences(schema: GraphQLSchema): GraphQLSchema {
  const field = schema.getQueryType()?.getFields()['_entities'];
  const resolveAll = field?.resolve;
  if (!field || !resolveAll) throw new Error('The schema has no entities.');
  const entities = new Map(
    Object.values(schema.getTypeMap())
      .filter(isObjectType)
      .flatMap((type) => {
        const representation = representationSchema(type);
        return representation ? [[type.name, { representation, scope: scopeOfType(type, 'read') }] as const] : [];
      }),
  );

  const resolve: GraphQLFieldResolver<unknown, GraphContext> = (source, args, context, info) => {
    return readRepresentations(args).map(async (given, index) => {
      const entity = entities.get(given.__typename);
      // Before the key is looked at, and also where nothing but the key is asked for.
      if (entity?.scope) requireScope(context.tools.scopes, entity.scope, { name: given.__typename });
      const representation = checkRepresentation(given, entity?.representation, String(index));
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
