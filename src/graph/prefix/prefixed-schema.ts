import { printSubgraphSchema } from '@apollo/subgraph';
import { MapperKind, mapSchema, renameType } from '@graphql-tools/utils';
import { type GraphQLNamedType, type GraphQLSchema, type GraphQLTypeResolver, isAbstractType } from 'graphql';
import { createPrefixedNames, type PrefixedNames } from './prefixed-name.ts';
import { prefixDocument } from './prefixed-document.ts';

const namesBySchema = new WeakMap<GraphQLSchema, PrefixedNames>();

export const typeByUnprefixedName = (schema: GraphQLSchema, name: string) =>
  schema.getType(namesBySchema.get(schema)?.type(name) ?? name);

export const printPrefixedSdl = (schema: GraphQLSchema, names: PrefixedNames) =>
  prefixDocument(printSubgraphSchema(schema), names);

/** Renames the types and root fields of a subgraph, and prefixes the type names that `resolveType` functions return. */
export function prefixSchema(schema: GraphQLSchema, prefix: string): GraphQLSchema {
  if (prefix === '') return schema;
  const names = createPrefixedNames(schema, prefix);
  const described = <Config extends { description?: string | null | undefined }>(config: Config): Config => ({
    ...config,
    ...(config.description && { description: names.description(config.description) }),
  });
  const renamed = mapSchema(schema, {
    [MapperKind.TYPE]: (type) => renamedType(type, names),
    [MapperKind.ROOT_FIELD]: (field, name) => [names.rootField(name), described(field)],
    [MapperKind.COMPOSITE_FIELD]: described,
    [MapperKind.ARGUMENT]: described,
    [MapperKind.INPUT_OBJECT_FIELD]: described,
    [MapperKind.ENUM_VALUE]: described,
  });
  namesBySchema.set(renamed, names);
  const sdl = printPrefixedSdl(schema, names);
  const service = renamed.getQueryType()?.getFields()['_service'];
  if (service) service.resolve = () => ({ sdl });
  return renamed;
}

function renamedType(type: GraphQLNamedType, names: PrefixedNames): GraphQLNamedType | undefined {
  const name = names.type(type.name);
  const description = names.description(type.description ?? '');
  // With undefined, `mapSchema` keeps the type.
  if (name === type.name && description === (type.description ?? '')) return undefined;
  const renamed = renameType(type, name);
  if (type.description != null) renamed.description = description;
  if (isAbstractType(renamed) && renamed.resolveType)
    renamed.resolveType = withPrefixedResult(renamed.resolveType, names);
  return renamed;
}

const withPrefixedResult =
  (
    resolveType: GraphQLTypeResolver<unknown, unknown>,
    { type }: PrefixedNames,
  ): GraphQLTypeResolver<unknown, unknown> =>
  (...args) => {
    const name = resolveType(...args);
    return name instanceof Promise ? name.then((resolved) => resolved && type(resolved)) : name && type(name);
  };
