import { collectFields } from '@graphql-tools/utils';
import {
  type FieldNode,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  Kind,
  type SelectionSetNode,
} from 'graphql';

export type OperationInfo = Pick<GraphQLResolveInfo, 'schema' | 'fragments' | 'variableValues'>;

/** Returns the fields that several nodes together select on an object of the type, by response name. */
export function selectedFields(
  nodes: readonly { selectionSet?: SelectionSetNode | undefined }[],
  { schema, fragments, variableValues }: OperationInfo,
  type: GraphQLObjectType,
): Map<string, FieldNode[]> {
  const selections = nodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? []);
  return collectFields(schema, fragments, variableValues, type, { kind: Kind.SELECTION_SET, selections }).fields;
}

/** Returns undefined if `read` finds that an argument is invalid, such as null for `if: Boolean!`. */
export function undefinedIfInvalid<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof GraphQLError) return undefined;
    throw error;
  }
}
