import { type GraphQLResolveInfo, isObjectType } from 'graphql';
import { plannedFieldOf } from '../../operation/execution/plan.ts';
import type { PlannedField } from '../../operation/execution/planned-field.ts';
import { typeByUnprefixedName } from '../prefix/prefixed-schema.ts';

/** The fields that an object can resolve from its id, without a tool call. */
export const idOnly: ReadonlySet<string> = new Set(['__typename', 'id']);

/** @param typeName name without a prefix; if set, fragments that do not apply to this object type are ignored */
export function selectsOnly(info: GraphQLResolveInfo, fields: ReadonlySet<string>, typeName?: string): boolean {
  const type = typeName === undefined ? undefined : typeByUnprefixedName(info.schema, typeName);
  return !plannedFieldOf(info).selectsMoreThan(fields, isObjectType(type) ? type : undefined);
}

export const selects = (info: GraphQLResolveInfo, field: string): boolean => plannedFieldOf(info).namesOn().has(field);

export const childSelectsMore = (info: GraphQLResolveInfo, child: string, fields: ReadonlySet<string>): boolean =>
  childrenOf(plannedFieldOf(info)).some((each) => each.field.name === child && each.selectsMoreThan(fields));

const childrenOf = (planned: PlannedField): readonly PlannedField[] =>
  planned.members.flatMap((member) => planned.selectionOn(member).fields);
