import {
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  getDirectiveValues,
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  type InlineFragmentNode,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/**
 * Whether the selection below the current field needs nothing but the named fields, so that the call which would load
 * the rest can be saved. A fragment counts for every type; with a type's name, one on another object type does not.
 */
export function selectsOnly(info: GraphQLResolveInfo, fields: ReadonlySet<string>, typeName?: string): boolean {
  return info.fieldNodes.every(
    ({ selectionSet }) => !selectionSet || withinFields(selectionSet, { fields, typeName }, info),
  );
}

/** Whether a child field's own selection needs more than the named fields. */
export function childSelectsBeyond(info: GraphQLResolveInfo, child: string, fields: ReadonlySet<string>): boolean {
  return info.fieldNodes.some((node) => node.selectionSet && childBeyond(node.selectionSet, child, fields, info));
}

/** What an object knows of itself when only its id is at hand. */
export const idOnly: ReadonlySet<string> = new Set(['__typename', 'id']);

interface Wanted {
  fields: ReadonlySet<string>;
  typeName?: string | undefined;
}

/** Whether `@skip` and `@include` let a selection take part in this operation. */
const takesPart = (selection: SelectionNode, { variableValues }: GraphQLResolveInfo): boolean =>
  getDirectiveValues(GraphQLSkipDirective, selection, variableValues)?.['if'] !== true &&
  getDirectiveValues(GraphQLIncludeDirective, selection, variableValues)?.['if'] !== false;

function withinFields(set: SelectionSetNode, wanted: Wanted, info: GraphQLResolveInfo): boolean {
  return set.selections.every((selection) => {
    if (!takesPart(selection, info)) return true;
    if (selection.kind === Kind.FIELD) return wanted.fields.has(selection.name.value);
    const fragment = fragmentOf(selection, info);
    return !fragment || isOnOther(fragment, wanted, info) || withinFields(fragment.selectionSet, wanted, info);
  });
}

function isOnOther({ typeCondition }: Fragment, { typeName }: Wanted, { schema }: GraphQLResolveInfo): boolean {
  const name = typeCondition?.name.value;
  return typeName !== undefined && name !== undefined && name !== typeName && isObjectType(schema.getType(name));
}

function childBeyond(
  set: SelectionSetNode,
  child: string,
  fields: ReadonlySet<string>,
  info: GraphQLResolveInfo,
): boolean {
  return set.selections.some((selection) => {
    if (!takesPart(selection, info)) return false;
    if (selection.kind === Kind.FIELD) {
      const { name, selectionSet } = selection;
      return name.value === child && selectionSet !== undefined && !withinFields(selectionSet, { fields }, info);
    }
    const inner = fragmentOf(selection, info);
    return inner !== undefined && childBeyond(inner.selectionSet, child, fields, info);
  });
}

type Fragment = InlineFragmentNode | FragmentDefinitionNode;

const fragmentOf = (
  selection: InlineFragmentNode | FragmentSpreadNode,
  info: GraphQLResolveInfo,
): Fragment | undefined => (selection.kind === Kind.INLINE_FRAGMENT ? selection : info.fragments[selection.name.value]);
