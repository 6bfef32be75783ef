import {
  type DefinitionNode,
  type DocumentNode,
  type ExecutionArgs,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import { InvalidInputError } from '../../../graph/core/input.ts';
import { isWellFormedText, malformedTextPath, wellFormedTextRule } from '../../../tools/rules/well-formed-text.ts';
import { valuePaths, variablePaths } from '../errors/value-paths.ts';

/**
 * Returns an error if a variable or a literal of an operation contains text that a database cannot store unchanged. The
 * path of the error begins with the argument. The arguments of mutations are left out: mutations check their own, and
 * return an `InvalidInputProblem`.
 */
export function malformedTextError(args: ExecutionArgs): InvalidInputError | undefined {
  const document = withoutMutationArguments(args.document);
  const place = malformedTextPath(
    document === args.document ? (args.variableValues ?? {}) : variablesOf(document, args),
  );
  const path = place ? argumentPath(place, { ...args, document }) : literalPath(document);
  return path && new InvalidInputError([{ path, message: wellFormedTextRule }]);
}

const strippedDocuments = new WeakMap<DocumentNode, DocumentNode>();

/** Removes the arguments of the root fields of mutations; returns a document without mutations unchanged. */
function withoutMutationArguments(document: DocumentNode): DocumentNode {
  const known = strippedDocuments.get(document);
  if (known) return known;
  const stripped = document.definitions.some(isMutation)
    ? {
        ...document,
        definitions: document.definitions.map((node) => (isMutation(node) ? withoutArguments(node) : node)),
      }
    : document;
  strippedDocuments.set(document, stripped);
  return stripped;
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

/** Returns the variables that a document uses. */
function variablesOf(document: DocumentNode, { variableValues }: ExecutionArgs): Record<string, unknown> {
  const used = new Set<string>();
  valuePaths(document, (value) => {
    if (value.kind === Kind.VARIABLE) used.add(value.name.value);
    return false;
  });
  return Object.fromEntries(Object.entries(variableValues ?? {}).filter(([name]) => used.has(name)));
}

/** Returns the path from the argument to the malformed text, or `variables` if the name of a variable is malformed. */
function argumentPath([variable, ...inner]: string[], { document, operationName }: ExecutionArgs): string[] {
  if (variable === undefined) return ['variables'];
  const [outer = [variable]] = variablePaths(document, operationName, variable);
  return [...outer, ...inner];
}

/**
 * Caches the paths of malformed literals: clients send the same documents repeatedly, and Yoga caches their syntax
 * trees.
 */
const literalPaths = new WeakMap<DocumentNode, string[][]>();

function literalPath(document: DocumentNode): string[] | undefined {
  const paths =
    literalPaths.get(document) ??
    valuePaths(document, (value) => value.kind === Kind.STRING && !isWellFormedText(value.value));
  literalPaths.set(document, paths);
  return paths[0];
}
