import { type DocumentNode, type ExecutionArgs, GraphQLError, visit } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { GraphContext } from '../../../graph/core/context.ts';
import { variablePaths } from '../errors/value-paths.ts';

/**
 * Refuses text that no database keeps as it is, wherever it stands in an operation's input: U+0000, and surrogates
 * without their other half. Found before anything runs, named by the argument and the place in it.
 */
export function useTextRules(): Plugin<GraphContext> {
  return {
    onExecute({ args, setResultAndStopExecution }) {
      const { document, variableValues, contextValue } = args;
      const place = badVariable(variableValues ?? {});
      const path = place ? argumentPlace(place, args) : badLiteralOf(document);
      if (!path) return;
      const message = 'must be well-formed text without U+0000';
      const extensions = {
        code: 'BAD_USER_INPUT',
        isRetryable: false,
        issues: [{ path, message }],
        requestId: contextValue.requestId,
      };
      setResultAndStopExecution({ errors: [new GraphQLError(`${path.join('.')} ${message}.`, { extensions })] });
    },
  };
}

/** The place from the argument on; `variables` when the name of one is at fault. */
function argumentPlace([variable, ...inner]: string[], { document, operationName }: ExecutionArgs): string[] {
  if (variable === undefined) return ['variables'];
  const [outer = [variable]] = variablePaths(document, operationName, variable);
  return [...outer, ...inner];
}

/** Whether every database keeps the text as it is. */
export const isKeepable = (text: string) => text.isWellFormed() && !text.includes('\u0000');

/** A place below a value, as the way back from it: a list of names at every level of a deep value would be too much. */
interface Place {
  key: string;
  outer: Place | undefined;
}

/** The place of the first bad text below a value; iterative, because a caller decides how deep it goes. */
function badVariable(variables: unknown): string[] | undefined {
  const open: { value: unknown; place: Place | undefined }[] = [{ value: variables, place: undefined }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, place } = next;
    if (typeof value === 'string' && !isKeepable(value)) return namesTo(place);
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value).toReversed()) {
      if (!isKeepable(key)) return namesTo(place);
      open.push({ value: inner, place: { key, outer: place } });
    }
  }
  return undefined;
}

function namesTo(innermost: Place | undefined): string[] {
  const names: string[] = [];
  for (let place = innermost; place; place = place.outer) names.push(place.key);
  return names.toReversed();
}

/** By document: the same ones come again and again. */
const badLiterals = new WeakMap<DocumentNode, { path: string[] | undefined }>();

function badLiteralOf(document: DocumentNode): string[] | undefined {
  const looked = badLiterals.get(document) ?? { path: badLiteral(document) };
  badLiterals.set(document, looked);
  return looked.path;
}

function badLiteral(document: DocumentNode): string[] | undefined {
  let found: string[] | undefined;
  const names: string[] = [];
  const named = {
    enter: ({ name }: { name: { value: string } }) => void names.push(name.value),
    leave: () => void names.pop(),
  };
  visit(document, {
    Argument: named,
    ObjectField: named,
    StringValue: ({ value }) => {
      if (!isKeepable(value)) found ??= [...names];
    },
  });
  return found;
}
