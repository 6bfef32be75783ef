import { getDirective, mapSchema, MapperKind } from '@graphql-tools/utils';
import {
  getNamedType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  isObjectType,
  printSchema,
} from 'graphql';
import { fetchFieldPrefix } from './federation/tags.ts';

/** A file that developers of clients download for code generation, caches and compilers. */
interface ClientFile {
  name: string;
  mediaType: string;
  description: string;
  print: (schema: GraphQLSchema) => string;
}

export const clientFiles: readonly ClientFile[] = [
  {
    name: 'schema.graphql',
    mediaType: 'text/plain; charset=utf-8',
    description: 'the schema without federation, for code generators and editors',
    print: (schema) => `${printSchema(withoutFederation(schema))}\n`,
  },
  {
    name: 'possible-types.json',
    mediaType: 'application/json; charset=utf-8',
    description: 'the members of unions and interfaces, for the caches of Apollo Client and urql',
    print: (schema) => `${JSON.stringify(possibleTypesOf(withoutFederation(schema)), null, 2)}\n`,
  },
  {
    name: 'types-without-id.json',
    mediaType: 'application/json; charset=utf-8',
    description: 'the types whose objects have no unique id, which caches store within their parent',
    print: (schema) => `${JSON.stringify(typesWithoutId(schema), null, 2)}\n`,
  },
  {
    name: 'paginated-fields.json',
    mediaType: 'application/json; charset=utf-8',
    description:
      'the fields that have pages, with the arguments that filter them, for the caches of Apollo Client and urql',
    print: (schema) => `${JSON.stringify(paginatedFieldsOf(schema), null, 2)}\n`,
  },
  {
    name: 'relay-extensions.graphql',
    mediaType: 'text/plain; charset=utf-8',
    description: "extensions of the schema for Relay's compiler, which make types refetchable",
    print: relayExtensionsOf,
  },
];

/** Removes the fields and types that only gateways use, such as `_entities`. */
export function withoutFederation(schema: GraphQLSchema): GraphQLSchema {
  const isFederation = (name: string) => name.startsWith('_');
  return mapSchema(schema, {
    [MapperKind.ROOT_FIELD]: (field, name) => (isFederation(name) ? null : field),
    [MapperKind.TYPE]: (type) => (isFederation(type.name) ? null : type),
  });
}

const possibleTypesOf = (schema: GraphQLSchema): Record<string, string[]> =>
  Object.fromEntries(
    Object.values(schema.getTypeMap())
      .filter(isAbstractType)
      .map((type) => [type.name, schema.getPossibleTypes(type).map(({ name }) => name)]),
  );

/** Names of the types without a unique `id`, except connections, edges and `PageInfo`, which caches handle by name. */
function typesWithoutId(schema: GraphQLSchema): string[] {
  const roots = new Set([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]);
  return Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter((type) => !roots.has(type) && !/^_|^PageInfo$|(?:Connection|Edge)$/.test(type.name))
    .filter((type) => {
      // An `id` is unique unless the type is an entity with other keys.
      const keys = getDirective(schema, type, 'key') ?? [{ fields: 'id' }];
      return !('id' in type.getFields()) || keys.every(({ fields }) => fields !== 'id');
    })
    .map(({ name }) => name);
}

function paginatedFieldsOf(schema: GraphQLSchema): Record<string, Record<string, string[]>> {
  const pageArguments = new Set(['first', 'after']);
  const filtersOf = ({ args }: GraphQLField<unknown, unknown>) =>
    args.map(({ name }) => name).filter((name) => !pageArguments.has(name));
  const fieldsOf = (type: GraphQLObjectType) =>
    Object.values(type.getFields())
      .filter((field) => getNamedType(field.type).name.endsWith('Connection'))
      .map((field) => [field.name, filtersOf(field)] as const);
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  return Object.fromEntries(
    types.filter((type) => fieldsOf(type).length > 0).map((type) => [type.name, Object.fromEntries(fieldsOf(type))]),
  );
}

/** Adds `@fetchable` to each type that a `fetch__…` field returns. */
function relayExtensionsOf(schema: GraphQLSchema): string {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
  const types = fields
    .filter(({ name }) => name.startsWith(fetchFieldPrefix))
    .map(({ type }) => getNamedType(type).name);
  return types.map((name) => `extend type ${name} @fetchable(field_name: "id")\n`).join('');
}
