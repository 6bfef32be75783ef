import { getNamedType, type GraphQLSchema, isObjectType } from 'graphql';
import { costOf, type Lookup } from './call-cost.ts';

export interface SchemaCosts {
  /** For each type name, how a root field finds an object. Federation references are resolved in the same way. */
  lookups: ReadonlyMap<string, Lookup>;
  /** Tools that are called separately for each object. */
  perObjectTools: ReadonlySet<string>;
}

const costsBySchema = new WeakMap<GraphQLSchema, SchemaCosts>();

export function costsOf(schema: GraphQLSchema): SchemaCosts {
  const cached = costsBySchema.get(schema);
  if (cached) return cached;
  const fields = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((parent) =>
      Object.values(parent.getFields()).map((field) => ({
        type: getNamedType(field.type).name,
        isRoot: parent === schema.getQueryType(),
        cost: costOf(field),
      })),
    );
  const costs = {
    lookups: new Map(fields.flatMap(({ type, cost: { lookup } }) => (lookup ? [[type, lookup] as const] : []))),
    perObjectTools: new Set(
      fields.flatMap(
        ({ isRoot, cost: { perObject = [], atMostPerObject = [], fallbackPerObject = [], lookup, page } }) => [
          ...perObject,
          ...atMostPerObject,
          ...fallbackPerObject,
          ...(lookup?.perObject ?? []),
          ...(page !== undefined && !isRoot ? [page] : []),
        ],
      ),
    ),
  };
  costsBySchema.set(schema, costs);
  return costs;
}
