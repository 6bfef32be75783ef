import { type DocumentNode, type ExecutionArgs, GraphQLError, visit } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { GraphContext } from '../../../graph/core/context.ts';
import { isWellFormedText, malformedTextPath, wellFormedTextRule } from '../../../tools/well-formed-text.ts';
import { variablePaths } from '../errors/value-paths.ts';

/**
 * Rejects an operation with text that a database cannot store unchanged anywhere in its variables or literals, before
 * it runs. The error names the argument and the place in it.
 */
export function useTextRules(): Plugin<GraphContext> {
  return {
    onExecute({ args, setResultAndStopExecution }) {
      const { document, variableValues, contextValue } = args;
      const place = malformedTextPath(variableValues ?? {});
      const path = place ? argumentPlace(place, args) : badLiteralOf(document);
      if (!path) return;
      const message = wellFormedTextRule;
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
      if (!isWellFormedText(value)) found ??= [...names];
    },
  });
  return found;
}
