import { type GraphQLObjectType, type GraphQLResolveInfo, isObjectType, type SelectionSetNode } from 'graphql';
import { type OperationInfo, selectedFields } from '../../operation/cost/selected-fields.ts';
import { typeByUnprefixedName } from '../prefix/prefixed-schema.ts';

/** The fields that an object can resolve from its id, without a tool call. */
export const idOnly: ReadonlySet<string> = new Set(['__typename', 'id']);

/** @param typeName the name without a prefix; when set, ignores fragments that do not apply to this object type */
export function selectsOnly(info: GraphQLResolveInfo, fields: ReadonlySet<string>, typeName?: string): boolean {
  const type = typeName === undefined ? undefined : typeByUnprefixedName(info.schema, typeName);
  return info.fieldNodes.every(
    ({ selectionSet }) =>
      !selectionSet || !selectsMore(selectionSet, fields, info, isObjectType(type) ? type : undefined),
  );
}

export function childSelectsMore(info: GraphQLResolveInfo, child: string, fields: ReadonlySet<string>): boolean {
  return info.fieldNodes
    .flatMap(({ selectionSet }) => (selectionSet ? selectedFields(selectionSet, info) : []))
    .some(({ name, selectionSet }) => name.value === child && selectionSet && selectsMore(selectionSet, fields, info));
}

const selectsMore = (
  set: SelectionSetNode,
  fields: ReadonlySet<string>,
  info: OperationInfo,
  type?: GraphQLObjectType,
) => selectedFields(set, info, type).some(({ name }) => !fields.has(name.value));
