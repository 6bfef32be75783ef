import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

/**
 * Whether the selection below the current field needs nothing but the named fields, so that the call which would load
 * the rest can be saved. Type conditions are ignored: a fragment counts for every type.
 */
export function selectsOnly(info: GraphQLResolveInfo, fields: ReadonlySet<string>): boolean {
  return info.fieldNodes.every((node) => !node.selectionSet || withinFields(node.selectionSet, fields, info));
}

/** Whether a child field's own selection needs more than the named fields. */
export function childSelectsBeyond(info: GraphQLResolveInfo, child: string, fields: ReadonlySet<string>): boolean {
  return info.fieldNodes.some((node) => node.selectionSet && childBeyond(node.selectionSet, child, fields, info));
}

/** What an object knows of itself when only its id is at hand. */
export const idOnly: ReadonlySet<string> = new Set(['__typename', 'id']);

function withinFields(set: SelectionSetNode, fields: ReadonlySet<string>, info: GraphQLResolveInfo): boolean {
  return set.selections.every((selection) => {
    if (selection.kind === Kind.FIELD) return fields.has(selection.name.value);
    const inner = fragmentSelection(selection, info);
    return !inner || withinFields(inner, fields, info);
  });
}

function childBeyond(
  set: SelectionSetNode,
  child: string,
  fields: ReadonlySet<string>,
  info: GraphQLResolveInfo,
): boolean {
  return set.selections.some((selection) => {
    if (selection.kind === Kind.FIELD) {
      const { name, selectionSet } = selection;
      return name.value === child && selectionSet !== undefined && !withinFields(selectionSet, fields, info);
    }
    const inner = fragmentSelection(selection, info);
    return inner !== undefined && childBeyond(inner, child, fields, info);
  });
}

function fragmentSelection(
  selection: Exclude<SelectionSetNode['selections'][number], { kind: Kind.FIELD }>,
  info: GraphQLResolveInfo,
): SelectionSetNode | undefined {
  return selection.kind === Kind.INLINE_FRAGMENT
    ? selection.selectionSet
    : info.fragments[selection.name.value]?.selectionSet;
}
