import {
  type ASTNode,
  type DocumentNode,
  isTypeDefinitionNode,
  isTypeExtensionNode,
  Kind,
  type NameNode,
  parse,
  type SelectionSetNode,
  visit,
} from 'graphql';
import type { PrefixedNames } from './prefixed-name.ts';

interface Edit {
  start: number;
  end: number;
  text: string;
}

const rootTypes = new Set(['Query', 'Mutation', 'Subscription']);

/** Renames the types and root fields in the text of a schema or of operations; the rest does not change. */
export function prefixDocument(text: string, names: PrefixedNames): string {
  if (names.prefix === '') return text;
  const document = parse(text);
  const edits: Edit[] = [];
  const replace = ({ loc }: ASTNode, rename: (current: string) => string) => {
    if (loc) edits.push({ start: loc.start, end: loc.end, text: rename(text.slice(loc.start, loc.end)) });
  };

  for (const name of rootFieldNames(document)) replace(name, names.rootField);
  visit(document, {
    enter(node) {
      if (node.kind === Kind.NAMED_TYPE || isTypeDefinitionNode(node) || isTypeExtensionNode(node)) {
        replace(node.name, names.type);
      }
      if ('description' in node && node.description) replace(node.description, names.description);
    },
  });
  return applyEdits(text, edits);
}

/** Renames types in the JSON text of an operation's variables, because representations contain `__typename`. */
export const prefixVariables = (json: string, names: PrefixedNames): string =>
  json.replaceAll(/("__typename"\s*:\s*")(\w+)/g, (_, before: string, name: string) => before + names.type(name));

function applyEdits(text: string, edits: readonly Edit[]): string {
  let [result, position] = ['', 0];
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(position, edit.start) + edit.text;
    position = edit.end;
  }
  return result + text.slice(position);
}

const rootFieldNames = ({ definitions }: DocumentNode): NameNode[] =>
  definitions.flatMap((definition) => {
    const { kind } = definition;
    if (kind === Kind.OPERATION_DEFINITION) return selectedNames(definition.selectionSet);
    if (kind === Kind.FRAGMENT_DEFINITION) {
      return rootTypes.has(definition.typeCondition.name.value) ? selectedNames(definition.selectionSet) : [];
    }
    const isRoot =
      (kind === Kind.OBJECT_TYPE_DEFINITION || kind === Kind.OBJECT_TYPE_EXTENSION) &&
      rootTypes.has(definition.name.value);
    return isRoot ? (definition.fields ?? []).map(({ name }) => name) : [];
  });

const selectedNames = ({ selections }: SelectionSetNode): NameNode[] =>
  selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection.name];
    return selection.kind === Kind.INLINE_FRAGMENT ? selectedNames(selection.selectionSet) : [];
  });
