import {
  type FieldNode,
  getNamedType,
  type GraphQLResolveInfo,
  type GraphQLType,
  isAbstractType,
  isObjectType,
} from 'graphql';
import { selectedFields } from '../../operation/cost/selected-fields.ts';
import { typeByUnprefixedName } from '../prefix/prefixed-schema.ts';

/** The fields that an object can resolve from its id, without a tool call. */
export const idOnly: ReadonlySet<string> = new Set(['__typename', 'id']);

/** @param typeName the name without a prefix; when set, ignores fragments that do not apply to this object type */
export function selectsOnly(info: GraphQLResolveInfo, fields: ReadonlySet<string>, typeName?: string): boolean {
  const type = typeName === undefined ? info.returnType : typeByUnprefixedName(info.schema, typeName);
  return fieldsBelow(info, info.fieldNodes, type).every(({ node }) => fields.has(node.name.value));
}

export const childSelectsMore = (info: GraphQLResolveInfo, child: string, fields: ReadonlySet<string>): boolean =>
  fieldsBelow(info, info.fieldNodes, info.returnType)
    .filter(({ node }) => node.name.value === child)
    .flatMap(({ node, type }) => fieldsBelow(info, [node], type))
    .some(({ node }) => !fields.has(node.name.value));

/** Returns the fields that are selected on each object type that `type` can be. */
function fieldsBelow(info: GraphQLResolveInfo, nodes: readonly FieldNode[], type: GraphQLType | undefined) {
  const named = type && getNamedType(type);
  const members = isAbstractType(named) ? info.schema.getPossibleTypes(named) : isObjectType(named) ? [named] : [];
  return members.flatMap((member) =>
    [...selectedFields(nodes, info, member).values()]
      .flat()
      .map((node) => ({ node, type: member.getFields()[node.name.value]?.type })),
  );
}
