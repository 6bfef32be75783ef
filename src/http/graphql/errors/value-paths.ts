import { type ASTNode, type DocumentNode, isValueNode, Kind, type ValueNode, visit } from 'graphql';

/** Each path leads from the argument to the value, with list indexes. Empty for the default value of a variable. */
export function valuePaths(document: DocumentNode, isWanted: (value: ValueNode) => boolean): string[][] {
  const found: string[][] = [];
  const path: string[] = [];
  visit(document, {
    enter(node, key) {
      // Skip the variable that a variable definition declares: it is a name, not a value.
      if (key === 'variable') return false;
      path.push(...stepTo(node, key));
      if (isValueNode(node) && isWanted(node)) found.push([...path]);
      return undefined;
    },
    leave(node, key) {
      if (stepTo(node, key).length > 0) path.pop();
    },
  });
  return found;
}

export function stepTo(node: ASTNode, key: string | number | undefined): string[] {
  if (node.kind === Kind.ARGUMENT || node.kind === Kind.OBJECT_FIELD) return [node.name.value];
  return isValueNode(node) && typeof key === 'number' ? [String(key)] : [];
}

/** Distinct paths, also within fragments, or the name of the variable if no argument uses it. */
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
