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
    ({ selectionSet }) => !selectionSet || withinFields(selectionSet, { fields, typeName }, walk(info)),
  );
}

/** Whether a child field's own selection needs more than the named fields. */
export function childSelectsBeyond(info: GraphQLResolveInfo, child: string, fields: ReadonlySet<string>): boolean {
  return info.fieldNodes.some(
    (node) => node.selectionSet && childBeyond(node.selectionSet, { child, fields }, walk(info)),
  );
}

/** Whether a selection needs more than the named fields. */
export const needsBeyond = (set: SelectionSetNode, fields: ReadonlySet<string>, info: OperationInfo): boolean =>
  !withinFields(set, { fields }, walk(info));

/** What an object knows of itself when only its id is at hand. */
export const idOnly: ReadonlySet<string> = new Set(['__typename', 'id']);

/** What must be known of an operation to read its selections. */
export type OperationInfo = Pick<GraphQLResolveInfo, 'schema' | 'fragments' | 'variableValues'>;

interface Wanted {
  fields: ReadonlySet<string>;
  typeName?: string | undefined;
}

/** What of a selection is looked at: a fragment once, however often it is spread. */
interface Walk {
  info: OperationInfo;
  seen: Set<Fragment>;
}

const walk = (info: OperationInfo): Walk => ({ info, seen: new Set() });

/** Whether `@skip` and `@include` let a selection take part in this operation. */
export const takesPart = (selection: SelectionNode, { variableValues }: OperationInfo): boolean =>
  getDirectiveValues(GraphQLSkipDirective, selection, variableValues)?.['if'] !== true &&
  getDirectiveValues(GraphQLIncludeDirective, selection, variableValues)?.['if'] !== false;

function withinFields(set: SelectionSetNode, wanted: Wanted, visited: Walk): boolean {
  return set.selections.every((selection) => {
    if (!takesPart(selection, visited.info)) return true;
    if (selection.kind === Kind.FIELD) return wanted.fields.has(selection.name.value);
    const fragment = unseenFragment(selection, visited);
    return (
      !fragment || isOnOther(fragment, wanted, visited.info) || withinFields(fragment.selectionSet, wanted, visited)
    );
  });
}

function isOnOther({ typeCondition }: Fragment, { typeName }: Wanted, { schema }: OperationInfo): boolean {
  const name = typeCondition?.name.value;
  return typeName !== undefined && name !== undefined && name !== typeName && isObjectType(schema.getType(name));
}

function childBeyond(
  set: SelectionSetNode,
  wanted: { child: string; fields: ReadonlySet<string> },
  visited: Walk,
): boolean {
  return set.selections.some((selection) => {
    if (!takesPart(selection, visited.info)) return false;
    if (selection.kind === Kind.FIELD) {
      const { name, selectionSet } = selection;
      const isChild = name.value === wanted.child && selectionSet !== undefined;
      return isChild && !withinFields(selectionSet, { fields: wanted.fields }, walk(visited.info));
    }
    const inner = unseenFragment(selection, visited);
    return inner !== undefined && childBeyond(inner.selectionSet, wanted, visited);
  });
}

type Fragment = InlineFragmentNode | FragmentDefinitionNode;

function unseenFragment(
  selection: InlineFragmentNode | FragmentSpreadNode,
  { info, seen }: Walk,
): Fragment | undefined {
  const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : info.fragments[selection.name.value];
  if (!fragment || seen.has(fragment)) return undefined;
  seen.add(fragment);
  return fragment;
}
