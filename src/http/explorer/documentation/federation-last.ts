import { isForGateways } from './main-types.ts';

interface NamedType {
  name: string;
  fields?: readonly { name: string }[] | null;
}

interface IntrospectionResult {
  data?: { __schema?: { types?: readonly NamedType[] } } | null;
}

/** Moves types and fields for gateways to the end, in the result of an introspection query. */
export function withFederationLast(result: IntrospectionResult): object {
  const types = result.data?.__schema?.types;
  if (!types) return result;
  const sorted = byUse(types).map((type) => (type.fields ? { ...type, fields: byUse(type.fields) } : type));
  return { ...result, data: { ...result.data, __schema: { ...result.data?.__schema, types: sorted } } };
}

const byUse = <T extends { name: string }>(items: readonly T[]): T[] =>
  items.toSorted((a, b) => Number(isForGateways(a.name)) - Number(isForGateways(b.name)));
