import { getNamedType, type GraphQLField, type GraphQLObjectType, type GraphQLSchema, isObjectType } from 'graphql';

type Field = GraphQLField<unknown, unknown>;

interface MainType {
  type: GraphQLObjectType;
  /** The fields of `Query` that return the type, or pages of it. */
  fields: Field[];
}

/**
 * Pages count as the type of their nodes. Types with more fields come first, because they are what the graph is about.
 */
export function mainTypesOf(schema: GraphQLSchema): MainType[] {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
  const returned = fields.flatMap((field) => {
    const type = nodeType(field);
    return type ? [{ type, field }] : [];
  });
  const mainTypes = [...Map.groupBy(returned, ({ type }) => type)].map(([type, members]) => ({
    type,
    fields: members.map(({ field }) => field),
  }));
  return mainTypes.toSorted((a, b) => fieldCount(b) - fieldCount(a));
}

const fieldCount = ({ type }: MainType) => Object.keys(type.getFields()).length;

/** Whether a name such as `_Entity`, `fetch__Signal` or `Query._service` is of use only to gateways or Relay. */
export const isForGateways = (name: string) => /^_|__|\._/.test(name);

function nodeType({ name, type }: Field): GraphQLObjectType | undefined {
  const named = getNamedType(type);
  if (isForGateways(name) || !isObjectType(named)) return undefined;
  const nodes = named.getFields()['nodes'];
  const node = nodes ? getNamedType(nodes.type) : named;
  return isObjectType(node) ? node : undefined;
}
