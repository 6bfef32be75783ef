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

/**
 * Returns an error if a variable or a literal of an operation contains text that a database cannot store unchanged. The
 * path of the error begins with the argument. The arguments of mutations are left out: mutations check their own, and
 * return an `InvalidInputProblem`.
 */
export function malformedTextError(args: ExecutionArgs): InvalidInputError | undefined {
  const { document, variables, literalPath } = textsOf(args.document);
  const checked = Object.entries(args.variableValues ?? {}).filter(([name]) => variables?.has(name) ?? true);
  const place = malformedTextPath(Object.fromEntries(checked));
  const path = place ? argumentPath(place, { ...args, document }) : literalPath;
  return path && new InvalidInputError([{ path, message: wellFormedTextRule }]);
}

interface DocumentTexts {
  /** The document without the arguments of mutations. */
  document: DocumentNode;
  /** The variables that it uses; undefined if all are checked. */
  variables: ReadonlySet<string> | undefined;
  /** The path of the first malformed literal. */
  literalPath: string[] | undefined;
}

/** Clients send the same documents repeatedly, and Yoga caches their syntax trees. */
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

/** Removes the arguments of the root fields, but not of the fields below them. */
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
