import { type GraphQLResolveInfo, isObjectType } from 'graphql';
import { selectsMoreThan } from '../../operation/cost/read-operation.ts';
import { plannedFieldOf } from '../../operation/execution/places.ts';
import type { PlannedField, PlannedSelection } from '../../operation/execution/planned-field.ts';
import { typeByUnprefixedName } from '../prefix/prefixed-schema.ts';

/** The fields that an object can resolve from its id, without a tool call. */
export const idOnly: ReadonlySet<string> = new Set(['__typename', 'id']);

/** @param typeName name without a prefix; if set, fragments that do not apply to this object type are ignored */
export function selectsOnly(info: GraphQLResolveInfo, fields: ReadonlySet<string>, typeName?: string): boolean {
  const type = typeName === undefined ? undefined : typeByUnprefixedName(info.schema, typeName);
  const field = plannedFieldOf(info);
  return !selectsMoreThan(isObjectType(type) ? [field.selectionOn(type)] : selectionsOf(field), fields);
}

export const selects = (info: GraphQLResolveInfo, field: string): boolean =>
  selectionsOf(plannedFieldOf(info)).some(({ names }) => names.has(field));

/** Whether more than `fields` is selected on the field `child` of the object or union that the current field returns. */
export function childSelectsMore(info: GraphQLResolveInfo, child: string, fields: ReadonlySet<string>): boolean {
  const children = selectionsOf(plannedFieldOf(info)).flatMap((selection) => selection.fields);
  return children.some((each) => each.field.name === child && selectsMoreThan(selectionsOf(each), fields));
}

const selectionsOf = (field: PlannedField): readonly PlannedSelection[] => field.members.map(field.selectionOn);
