import type { ObjectRef } from '@pothos/core';
import {
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isObjectType,
  Kind,
  parse,
  type SelectionSetNode,
} from 'graphql';
import { z } from 'zod';
import { requireScope } from '../../tools/tool.ts';
import type { toolCalls } from '../../operation/cost/call-cost.ts';
import { fetchFieldPrefix, relayTag } from '../federation/tags.ts';
import { builder, type PothosTypes } from './builder.ts';
import type { GraphContext } from './context.ts';
import { checkInput, invalidInput } from './input.ts';
import { scopeOfType } from '../../operation/type-source.ts';

type FindById<Node> = (id: string, context: GraphContext, info: GraphQLResolveInfo) => Promise<Node | null>;

export function entityById<Node extends object>(type: ObjectRef<PothosTypes, Node>, find: FindById<Node>): void {
  builder.asEntity(type, {
    key: builder.selection<{ id: string }>('id'),
    resolveReference: async ({ id }, context, info) => asReference(await find(id, context, info)),
  });
}

interface FieldByIdOptions<Node> {
  type: ObjectRef<PothosTypes, Node>;
  description: string;
  idDescription: string;
  extensions: ReturnType<typeof toolCalls>;
  find: FindById<Node>;
}

/** Adds a field such as `signal(id:)`, and `fetch__Signal(id:)`, with which Relay refetches `@fetchable` types. */
export function fieldById<Node extends object>(name: string, options: FieldByIdOptions<Node>): void {
  const { type, description, idDescription, extensions, find } = options;
  // A list field has a different type in Pothos, and TypeScript cannot tell that a generic `Node` is not a list.
  const nodeType: ObjectRef<PothosTypes, object> = type;
  const addField = (fieldName: string, extra: { description: string; tag?: string }) =>
    builder.queryField(fieldName, (t) =>
      t.field({
        type: nodeType,
        extensions,
        args: { id: t.arg.id({ required: true, description: idDescription }) },
        resolve: (_, { id }, context, info) => find(id, context, info),
        ...extra,
      }),
    );
  addField(name, { description });
  addField(`${fetchFieldPrefix}${type.name}`, {
    description: `The same as \`Query.${name}\`, with the same costs. Relay refetches fragments on \`${type.name}\` with this field; other clients use \`Query.${name}\`.`,
    tag: relayTag,
  });
}

/** Copies a node, because Apollo adds `__typename` to the resolved object, and records can be frozen. */
export const asReference = <Node extends object>(node: Node | null): Node | null => node && { ...node };

const argumentsSchema = z.object({
  representations: z.array(z.looseObject({ __typename: z.string('must be text') }, 'must be an object')),
});

/**
 * Resolves each representation separately: an invalid, forbidden or failing representation yields null and an error.
 * Starts all representations in one tick, so that loaders batch their keys.
 */
export function isolateRepresentations(schema: GraphQLSchema): GraphQLSchema {
  const field = schema.getQueryType()?.getFields()['_entities'];
  const resolveAll = field?.resolve;
  if (!field || !resolveAll) throw new Error('The schema has no entities.');
  const entities = new Map(
    Object.values(schema.getTypeMap())
      .filter(isObjectType)
      .flatMap((type) => {
        const key = keySchemaOf(type);
        return key ? [[type.name, { key, scope: scopeOfType(type, 'read') }] as const] : [];
      }),
  );

  const resolve: GraphQLFieldResolver<unknown, GraphContext> = (source, args, context, info) =>
    checkInput(argumentsSchema, args, []).representations.map(async (representation, index) => {
      const path = ['representations', String(index)];
      const typeName = representation.__typename;
      const entity = entities.get(typeName);
      if (!entity) throw invalidInput([...path, '__typename'], 'must name an entity');
      // Check the scope before the key, and even if the query selects only the key.
      if (entity.scope) requireScope(context.tools.scopes, entity.scope, { name: typeName });
      const key = checkInput(entity.key, representation, path);
      const result = await resolveAll(source, { representations: [key] }, context, info);
      const [resolved] = z.tuple([z.unknown()]).parse(result);
      return resolved;
    });
  field.resolve = resolve;
  return schema;
}

const directivesSchema = z.array(z.object({ name: z.string(), args: z.looseObject({}).optional() }));
const keyArguments = z.object({ fields: z.string(), resolvable: z.boolean().optional() });

/** An id in a representation. Like GraphQL input of type `ID`, an id can be a whole number. */
const idSchema = z.union([z.string().min(1, 'must not be empty'), z.int().transform(String)], 'must be an id');

/** Creates the schema of a type's representations: `@key(fields: "id list { id }")` requires `{ id, list: { id } }`. */
function keySchemaOf({ extensions }: GraphQLObjectType): z.ZodType | undefined {
  const { data: directives = [] } = directivesSchema.safeParse(extensions['directives']);
  const keys = directives
    .filter(({ name }) => name === 'key')
    .map(({ args }) => keyArguments.parse(args))
    .filter(({ resolvable }) => resolvable !== false)
    .flatMap(({ fields }) => parse(`{ ${fields} }`).definitions)
    .flatMap((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION ? fieldsSchema(definition.selectionSet) : [],
    );
  return keys.length ? z.union(keys) : undefined;
}

const fieldsSchema = ({ selections }: SelectionSetNode): z.ZodType =>
  z.looseObject(
    Object.fromEntries(
      selections
        .filter((selection) => selection.kind === Kind.FIELD)
        .map(({ name, selectionSet }) => [name.value, selectionSet ? fieldsSchema(selectionSet) : idSchema]),
    ),
    'must be an object',
  );
