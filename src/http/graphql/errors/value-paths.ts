import { type DocumentNode, Kind, type ValueNode, visit } from 'graphql';

/**
 * The places of values in a document, each as the names and list indexes that lead to it from its argument. Values
 * outside of arguments, such as the defaults of variables, have none.
 */
export function valuePaths(document: DocumentNode, isWanted: (value: ValueNode) => boolean): string[][] {
  const found: string[][] = [];
  const place: string[] = [];
  const named = {
    enter: ({ name }: { name: { value: string } }) => void place.push(name.value),
    leave: () => void place.pop(),
  };
  const value = {
    enter(node: ValueNode, key: string | number | undefined) {
      // Only items of lists have a number for a key.
      if (typeof key === 'number') place.push(String(key));
      if (isWanted(node)) found.push([...place]);
    },
    leave(_node: ValueNode, key: string | number | undefined) {
      if (typeof key === 'number') place.pop();
    },
  };
  visit(document, {
    [Kind.VARIABLE_DEFINITION]: () => false,
    [Kind.ARGUMENT]: named,
    [Kind.OBJECT_FIELD]: named,
    [Kind.VARIABLE]: value,
    [Kind.INT]: value,
    [Kind.FLOAT]: value,
    [Kind.STRING]: value,
    [Kind.BOOLEAN]: value,
    [Kind.NULL]: value,
    [Kind.ENUM]: value,
    [Kind.LIST]: value,
    [Kind.OBJECT]: value,
  });
  return found;
}

/** The places of a variable in an operation and in fragments, each once; its own name when no argument takes it. */
export function variablePaths(document: DocumentNode, operationName: string | null | undefined, name: string) {
  const definitions = document.definitions.filter(
    (definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ||
      (definition.kind === Kind.OPERATION_DEFINITION && (!operationName || definition.name?.value === operationName)),
  );
  const paths = valuePaths({ kind: Kind.DOCUMENT, definitions }, (value) => isVariable(value, name));
  const distinct = new Map(paths.map((path) => [JSON.stringify(path), path]));
  return distinct.size > 0 ? [...distinct.values()] : [[name]];
}

const isVariable = (value: ValueNode, name: string) => value.kind === Kind.VARIABLE && value.name.value === name;
