import {
  type DefinitionNode,
  type DocumentNode,
  type ExecutionArgs,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import { InvalidInputError } from '../../../graph/core/input.ts';
import { isWellFormedText, malformedTextPath, wellFormedTextRule } from '../../../tools/rules/input-issues.ts';
import { valuePaths, variablePaths } from '../errors/value-paths.ts';

/** Rejects text that a database cannot store unchanged. Mutations check their own arguments. */
export function malformedTextError(args: ExecutionArgs): InvalidInputError | undefined {
  const { document, variables, literalPath } = textsOf(args.document);
  const checked = Object.entries(args.variableValues ?? {}).filter(([name]) => variables?.has(name) ?? true);
  const place = malformedTextPath(Object.fromEntries(checked));
  const path = place ? argumentPath(place, { ...args, document }) : literalPath;
  return path && new InvalidInputError([{ path, message: wellFormedTextRule }]);
}

interface DocumentTexts {
  document: DocumentNode;
  /** Undefined if all variables are checked. */
  variables: ReadonlySet<string> | undefined;
  literalPath: string[] | undefined;
}

const textsByDocument = new WeakMap<DocumentNode, DocumentTexts>();

function textsOf(source: DocumentNode): DocumentTexts {
  const known = textsByDocument.get(source);
  if (known) return known;
  const hasMutation = source.definitions.some(isMutation);
  const definitions = source.definitions.map((node) => (isMutation(node) ? withoutArguments(node) : node));
  const document = hasMutation ? { ...source, definitions } : source;
  const variables = new Set<string>();
  const [literalPath] = valuePaths(document, (value) => {
    if (value.kind === Kind.VARIABLE) variables.add(value.name.value);
    return value.kind === Kind.STRING && !isWellFormedText(value.value);
  });
  const texts = { document, variables: hasMutation ? variables : undefined, literalPath };
  textsByDocument.set(source, texts);
  return texts;
}

const isMutation = (node: DefinitionNode): node is OperationDefinitionNode =>
  node.kind === Kind.OPERATION_DEFINITION && node.operation === OperationTypeNode.MUTATION;

/** Arguments of fields below the root fields stay. */
function withoutArguments(operation: OperationDefinitionNode): OperationDefinitionNode {
  const selections = operation.selectionSet.selections.map((selection) =>
    selection.kind === Kind.FIELD ? { ...selection, arguments: [] } : selection,
  );
  return { ...operation, selectionSet: { ...operation.selectionSet, selections } };
}

/** Returns the path from the argument to the malformed text, or `variables` if the name of a variable is malformed. */
function argumentPath([variable, ...inner]: string[], { document, operationName }: ExecutionArgs): string[] {
  if (variable === undefined) return ['variables'];
  const [outer = [variable]] = variablePaths(document, operationName, variable);
  return [...outer, ...inner];
}
