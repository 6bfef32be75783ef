import type { GraphQLField, GraphQLObjectType, GraphQLSchema } from 'graphql';
import type { CallCost, FieldArguments } from './call-cost.ts';

/** The fields that an operation selects on one object type, each response name once. */
export interface Selection {
  type: GraphQLObjectType;
  fields: readonly SelectedField[];
  /** The names of all selected fields, including `__typename`. */
  names: ReadonlySet<string>;
}

export interface SelectedField {
  responseName: string;
  parent: GraphQLObjectType;
  field: GraphQLField<unknown, unknown>;
  args: FieldArguments;
  cost: CallCost;
  /** What is selected on each object type that the field can return; empty for scalars. */
  selections: readonly Selection[];
  /** For `_entities`, the representations of each type that the caller may read. */
  references?: readonly References[];
}

export interface References {
  selection: Selection;
  representations: readonly FieldArguments[];
}

/**
 * An operation with its fragments expanded, its conditions evaluated and its fields merged. Selections that occur in
 * several places are shared, so the tree is a graph without cycles whose size does not grow with the number of paths.
 */
export interface OperationTree {
  schema: GraphQLSchema;
  root: Selection;
  isMutation: boolean;
  /** The number of representations in all `_entities` fields together. */
  representationCount: number;
  /** The total length of the arguments of all fields, in characters. Not exact beyond `maxArgumentLength`. */
  argumentLength: number;
  /** Whether fields are missing because the operation selects more than `maxSelectedFields`. */
  isTruncated: boolean;
}

/** Whether a field selects more than the named fields, which means that it needs the tool that loads the others. */
export const selectsMoreThan = ({ selections }: SelectedField, fields: ReadonlySet<string>) =>
  selections.some(({ names }) => [...names].some((name) => !fields.has(name)));
