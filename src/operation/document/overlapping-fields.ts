import {
  type ArgumentNode,
  type FieldNode,
  getNamedType,
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLOutputType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type ObjectFieldNode,
  print,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
  type ValueNode,
} from 'graphql';

/** Exceeded only by documents that nest fragments to multiply this work; the limit on tokens bounds all others. */
const maxMergedFields = 50_000;

interface SelectedField {
  node: FieldNode;
  responseName: string;
  parentType: GraphQLNamedType | undefined;
  type: GraphQLOutputType | undefined;
  /** Undefined at the root of an operation or fragment. */
  owner: SelectedField | undefined;
}

/**
 * Replaces `OverlappingFieldsCanBeMerged` of graphql-js, with the same verdicts. That rule compares all pairs of
 * fields; this one compares the fields of a response name with the first of them, so its work is linear.
 */
export const overlappingFieldsRule: ValidationRule = (context) => ({
  Document({ definitions }) {
    const check = createCheck(context);
    for (const definition of definitions) {
      if (definition.kind === Kind.OPERATION_DEFINITION) {
        check(definition.selectionSet, context.getSchema().getRootType(definition.operation) ?? undefined);
      } else if (definition.kind === Kind.FRAGMENT_DEFINITION) {
        check(definition.selectionSet, context.getSchema().getType(definition.typeCondition.name.value));
      }
    }
  },
});

function createCheck(context: ValidationContext) {
  const schema = context.getSchema();
  const numbers = new Map<FieldNode, number>();
  const checked = { conflicts: new Set<string>(), shapes: new Set<string>() };
  const reported = new Set<string>();
  let mergedFields = 0;

  return (set: SelectionSetNode, type: GraphQLNamedType | undefined): void => {
    const fields: SelectedField[] = [];
    collect(set, type, { into: fields, owner: undefined, spread: new Set() });
    checkConflicts(fields);
    checkShapes(fields);
  };

  /** Checks that fields with the same response name and possibly the same parent object are the same field. */
  function checkConflicts(fields: readonly SelectedField[]): void {
    if (!isNew(fields, checked.conflicts)) return;
    for (const group of byResponseName(fields)) {
      for (const same of byObjectType(group)) {
        const [first, ...others] = same;
        const merged = others.filter((other) => !reportIf(conflictBetween(first, other), first, other));
        checkConflicts(childrenOf([first, ...merged]));
      }
    }
  }

  /** Checks that fields with the same response name return values of the same shape, even if only one of them applies. */
  function checkShapes(fields: readonly SelectedField[]): void {
    if (!isNew(fields, checked.shapes)) return;
    for (const group of byResponseName(fields)) {
      // Unknown fields have no type; another rule reports them.
      const first = group.find(({ type }) => type) ?? group[0];
      checkShapes(childrenOf(group.filter((other) => !reportIf(shapeConflictBetween(first, other), first, other))));
    }
  }

  /** Whether these fields have not been checked yet. @throws GraphQLError if the document merges too many fields */
  function isNew(fields: readonly SelectedField[], known: Set<string>): boolean {
    if (fields.length === 0) return false;
    mergedFields += fields.length;
    if (mergedFields > maxMergedFields) throw tooComplex();
    const key = fields.map(({ node }) => numberOf(node)).join(' ');
    if (known.has(key)) return false;
    known.add(key);
    return true;
  }

  function numberOf(node: FieldNode): number {
    const number = numbers.get(node) ?? numbers.size;
    numbers.set(node, number);
    return number;
  }

  function childrenOf(fields: readonly SelectedField[]): SelectedField[] {
    const children: SelectedField[] = [];
    const spread = new Set<string>();
    for (const owner of fields) {
      if (owner.node.selectionSet)
        collect(owner.node.selectionSet, getNamedType(owner.type), { into: children, owner, spread });
    }
    return children;
  }

  function collect(set: SelectionSetNode, type: GraphQLNamedType | undefined, found: Collected): void {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        found.into.push(selectedField(selection, type, found.owner));
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        const { typeCondition, selectionSet } = selection;
        collect(selectionSet, typeCondition ? schema.getType(typeCondition.name.value) : type, found);
      } else if (!found.spread.has(selection.name.value)) {
        found.spread.add(selection.name.value);
        const fragment = context.getFragment(selection.name.value);
        if (fragment) collect(fragment.selectionSet, schema.getType(fragment.typeCondition.name.value), found);
      }
    }
  }

  function reportIf(reason: string | undefined, first: SelectedField, other: SelectedField): boolean {
    if (reason === undefined) return false;
    const pair = `${numberOf(first.node)} ${numberOf(other.node)}`;
    if (!reported.has(pair)) context.reportError(conflictError(reason, first, other));
    reported.add(pair);
    return true;
  }
}

interface Collected {
  into: SelectedField[];
  owner: SelectedField | undefined;
  spread: Set<string>;
}

function selectedField(
  node: FieldNode,
  parentType: GraphQLNamedType | undefined,
  owner: SelectedField | undefined,
): SelectedField {
  const hasFields = isObjectType(parentType) || isInterfaceType(parentType);
  const type = hasFields ? parentType.getFields()[node.name.value]?.type : undefined;
  return { node, responseName: (node.alias ?? node.name).value, parentType, type, owner };
}

type Group = [SelectedField, ...SelectedField[]];

const isGroup = (fields: SelectedField[]): fields is Group => fields.length > 0;

const byResponseName = (fields: readonly SelectedField[]): Group[] =>
  [...Map.groupBy(fields, ({ responseName }) => responseName).values()].filter(isGroup);

/**
 * Groups the fields by the object type on which they are selected. A field selected on an interface or union can apply
 * to any object type, so it is in all groups.
 */
function byObjectType(fields: Group): Group[] {
  const byParent = Map.groupBy(fields, ({ parentType }) => (isObjectType(parentType) ? parentType : undefined));
  const ofAll = byParent.get(undefined) ?? [];
  byParent.delete(undefined);
  return byParent.size === 0 ? [fields] : [...byParent.values()].map((own) => [...own, ...ofAll]).filter(isGroup);
}

function conflictBetween(first: SelectedField, other: SelectedField): string | undefined {
  const [name, otherName] = [first.node.name.value, other.node.name.value];
  if (name !== otherName) return `"${name}" and "${otherName}" are different fields`;
  return argumentsText(first.node) === argumentsText(other.node) ? undefined : 'they have differing arguments';
}

const argumentTexts = new WeakMap<FieldNode, string>();

/** The text does not depend on the order of arguments and object fields. */
function argumentsText(node: FieldNode): string {
  if (!node.arguments?.length) return '';
  const text = argumentTexts.get(node) ?? namedValuesText(node.arguments);
  argumentTexts.set(node, text);
  return text;
}

const namedValuesText = (values: readonly (ArgumentNode | ObjectFieldNode)[]) =>
  values
    .map(({ name, value }) => `${name.value}:${valueText(value)}`)
    .toSorted()
    .join();

function valueText(value: ValueNode): string {
  if (value.kind === Kind.OBJECT) return `{${namedValuesText(value.fields)}}`;
  if (value.kind === Kind.LIST) return `[${value.values.map(valueText).join()}]`;
  if (value.kind === Kind.STRING) return JSON.stringify([value.value, value.block === true]);
  return print(value);
}

function shapeConflictBetween(first: SelectedField, other: SelectedField): string | undefined {
  if (!first.type || !other.type || haveSameShape(first.type, other.type)) return undefined;
  return `they return conflicting types "${first.type.toString()}" and "${other.type.toString()}"`;
}

function haveSameShape(a: GraphQLOutputType, b: GraphQLOutputType): boolean {
  if (a === b) return true;
  if (isListType(a) || isListType(b)) return isListType(a) && isListType(b) && haveSameShape(a.ofType, b.ofType);
  if (isNonNullType(a) || isNonNullType(b))
    return isNonNullType(a) && isNonNullType(b) && haveSameShape(a.ofType, b.ofType);
  return !isLeafType(a) && !isLeafType(b);
}

/** Creates the same error as graphql-js: it names the path from fields with a common parent down to the conflict. */
function conflictError(reason: string, first: SelectedField, other: SelectedField): GraphQLError {
  const nodes = [first.node, other.node];
  if (first.owner?.node === other.owner?.node || !first.owner || !other.owner) {
    const message = `Fields "${first.responseName}" conflict because ${reason}. Use different aliases on the fields to fetch both if this was intentional.`;
    return new GraphQLError(message, { nodes });
  }
  const outer = conflictError(`subfields "${first.responseName}" conflict because ${reason}`, first.owner, other.owner);
  return new GraphQLError(outer.message, { nodes: [...(outer.nodes ?? []), ...nodes] });
}

const tooComplex = () =>
  new GraphQLError(
    `The document merges more than ${maxMergedFields} fields. Repeat fewer fields in nested fragments.`,
    { extensions: { code: 'BAD_USER_INPUT', isRetryable: false } },
  );
