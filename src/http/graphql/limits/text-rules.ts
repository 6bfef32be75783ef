import { type DocumentNode, type ExecutionArgs, Kind } from 'graphql';
import { InvalidInputError } from '../../../graph/errors/errors.ts';
import { isWellFormedText, malformedTextPath, wellFormedTextRule } from '../../../tools/rules/well-formed-text.ts';
import { valuePaths, variablePaths } from '../errors/value-paths.ts';

/**
 * Returns an error if a variable or a literal of an operation contains text that a database cannot store unchanged. The
 * path of the error begins with the argument.
 */
export function malformedTextError(args: ExecutionArgs): InvalidInputError | undefined {
  const place = malformedTextPath(args.variableValues ?? {});
  const path = place ? argumentPath(place, args) : literalPath(args.document);
  return path && new InvalidInputError([{ path, message: wellFormedTextRule }]);
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
