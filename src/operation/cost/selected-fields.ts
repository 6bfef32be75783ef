import {
  type FieldNode,
  type FragmentDefinitionNode,
  getDirectiveValues,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  type InlineFragmentNode,
  isAbstractType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

export type OperationInfo = Pick<GraphQLResolveInfo, 'schema' | 'fragments' | 'variableValues'>;

/**
 * Applies `@skip` and `@include`. Expands each fragment once, so that nested spreads do not multiply the work.
 * @param type when set, fragments that do not apply to this type are ignored
 */
export function selectedFields(set: SelectionSetNode, info: OperationInfo, type?: GraphQLObjectType): FieldNode[] {
  const fields: FieldNode[] = [];
  const expanded = new Set<SelectionSetNode>();
  expand(set);
  return fields;

  function expand(current: SelectionSetNode): void {
    if (expanded.has(current)) return;
    expanded.add(current);
    for (const selection of current.selections) {
      if (!isIncluded(selection, info)) continue;
      if (selection.kind === Kind.FIELD) {
        fields.push(selection);
        continue;
      }
      const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : info.fragments[selection.name.value];
      if (fragment && (!type || appliesTo(fragment, type, info))) expand(fragment.selectionSet);
    }
  }
}

const isIncluded = (selection: SelectionNode, { variableValues }: OperationInfo): boolean =>
  getDirectiveValues(GraphQLSkipDirective, selection, variableValues)?.['if'] !== true &&
  getDirectiveValues(GraphQLIncludeDirective, selection, variableValues)?.['if'] !== false;

function appliesTo(
  { typeCondition }: InlineFragmentNode | FragmentDefinitionNode,
  type: GraphQLObjectType,
  { schema }: OperationInfo,
): boolean {
  const condition = typeCondition && schema.getType(typeCondition.name.value);
  return !condition || condition === type || (isAbstractType(condition) && schema.isSubType(condition, type));
}
