import {
  type FieldNode,
  getArgumentValues,
  getNamedType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isLeafType,
  isListType,
  isNonNullType,
  isScalarType,
} from 'graphql';
import type { FieldArguments } from '../cost/call-cost.ts';

/** The fields that an operation selects on objects of one type. */
export interface PlannedSelection {
  type: GraphQLObjectType;
  fields: readonly PlannedField[];
  /** The names of the fields in the schema. */
  names: ReadonlySet<string>;
  /** The response names of the fields, each with the value null: a result before its fields have values. */
  empty: Readonly<Record<string, null>>;
  /** Number of field nodes, of which several can have the same response name. */
  nodeCount: number;
}

interface FieldOptions {
  responseName: string;
  /** All nodes of a selection with this response name. */
  nodes: readonly FieldNode[];
  parent: GraphQLObjectType;
  field: GraphQLField<unknown, unknown>;
  /** The object types that the field can return; empty for scalars. */
  members: readonly GraphQLObjectType[];
  select: (nodes: readonly FieldNode[], type: GraphQLObjectType) => PlannedSelection;
}

export type PlannedField = ReturnType<typeof planField>;

export function planField({ responseName, nodes, parent, field, members, select }: FieldOptions) {
  const type = getNamedType(field.type);
  const nullable = nullableLevels(field.type);
  const selections = new Map<GraphQLObjectType, PlannedSelection>();

  /** @throws GraphQLError if the condition of a field is invalid */
  function selectionOn(member: GraphQLObjectType): PlannedSelection {
    const selection = selections.get(member) ?? select(nodes, member);
    selections.set(member, selection);
    return selection;
  }

  return {
    responseName,
    nodes,
    parent,
    field,
    members,
    /** The type without list and non-null wrappers. */
    type,
    /** Whether the value can be null; for a list, then whether its items can be null, and so on. */
    nullable,
    /** Number of lists around the objects or values of the field. */
    listDepth: nullable.length - 1,
    /** The type of the values; undefined for objects. */
    leafType: isLeafType(type) ? type : undefined,
    /** Whether the length of the values counts towards the size of the result. */
    isText: isScalarType(type) && !shortScalars.has(type.name),
    selectionOn,
    /** @throws GraphQLError if an argument is invalid, such as null for a required argument */
    argumentsFor: (variableValues: Readonly<Record<string, unknown>>): FieldArguments =>
      nodes[0] ? getArgumentValues(field, nodes[0], variableValues) : {},
  };
}

const shortScalars = new Set(['Int', 'Float', 'Boolean', 'Date', 'DateTime']);

function nullableLevels(type: GraphQLOutputType): boolean[] {
  const inner = isNonNullType(type) ? type.ofType : type;
  return [inner === type, ...(isListType(inner) ? nullableLevels(inner.ofType) : [])];
}
