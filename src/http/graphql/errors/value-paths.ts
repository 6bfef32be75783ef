import {
  type ASTNode,
  type ASTVisitor,
  type DocumentNode,
  isValueNode,
  Kind,
  type TypeInfo,
  type ValueNode,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/**
 * The path leads from the argument to the value, with list indexes; it is empty for the default value of a variable.
 * `BREAK` ends the visit.
 */
type OnValue = (value: ValueNode, path: readonly string[]) => unknown;

/** @param types is updated during the visit, so that `onValue` can read the type of the value from it */
export function visitValues(document: DocumentNode, onValue: OnValue, types?: TypeInfo): void {
  const path: string[] = [];
  const visitor: ASTVisitor = {
    enter(node, key) {
      // Skip the variable that a variable definition declares: it is a name, not a value.
      if (key === 'variable') return false;
      path.push(...stepTo(node, key));
      return isValueNode(node) ? onValue(node, path) : undefined;
    },
    leave(node, key) {
      if (stepTo(node, key).length > 0) path.pop();
    },
  };
  visit(document, types ? visitWithTypeInfo(types, visitor) : visitor);
}

export function valuePaths(document: DocumentNode, isWanted: (value: ValueNode) => boolean): string[][] {
  const found: string[][] = [];
  visitValues(document, (value, path) => {
    if (isWanted(value)) found.push([...path]);
  });
  return found;
}

function stepTo(node: ASTNode, key: string | number | undefined): string[] {
  if (node.kind === Kind.ARGUMENT || node.kind === Kind.OBJECT_FIELD) return [node.name.value];
  return isValueNode(node) && typeof key === 'number' ? [String(key)] : [];
}

/** Returns the distinct paths of a variable, also within fragments, or its name if no argument uses the variable. */
export function variablePaths(document: DocumentNode, operationName: string | null | undefined, name: string) {
  const definitions = document.definitions.filter(
    (definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ||
      (definition.kind === Kind.OPERATION_DEFINITION && (!operationName || definition.name?.value === operationName)),
  );
  const paths = valuePaths(
    { kind: Kind.DOCUMENT, definitions },
    (value) => value.kind === Kind.VARIABLE && value.name.value === name,
  );
  const distinct = new Map(paths.map((path) => [JSON.stringify(path), path]));
  return distinct.size > 0 ? [...distinct.values()] : [[name]];
}
