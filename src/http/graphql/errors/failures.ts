import { type ExecutionResult, GraphQLError } from 'graphql';
import { maskError } from 'graphql-yoga';
import { unexpectedError } from '../../../tools/errors/coded-error.ts';
import { mergeBudgetErrors } from '../../../operation/cost/cost-errors.ts';
import type { GraphContext } from '../../../graph/core/context.ts';
import { expectedError, logFailure } from '../../../graph/errors/errors.ts';

/**
 * Adds the errors of fallback values. Expected errors keep their code, unexpected ones are masked, and both include the
 * request id.
 */
export function withVisibleErrors(result: ExecutionResult, context: GraphContext): ExecutionResult {
  const { fallbackErrors, operation } = context;
  // A stopped operation has one error; those of its fields are discarded with its data.
  const errors = [...(result.errors ?? []), ...(operation.signal.aborted ? [] : fallbackErrors)];
  if (errors.length === 0) return result;
  return { ...result, errors: mergeBudgetErrors(errors.map((error) => visibleError(error, context))) };
}

type FailureContext = Pick<GraphContext, 'requestId' | 'log'> & { tools: { signal: AbortSignal } };

export function failedResult(error: unknown, context: FailureContext): ExecutionResult {
  const originalError = error instanceof Error ? error : new Error('unexpected failure', { cause: error });
  return { errors: [visibleError(new GraphQLError(originalError.message, { originalError }), context)] };
}

function visibleError(error: GraphQLError, context: FailureContext): GraphQLError {
  const { requestId } = context;
  const { nodes = null, path = null, originalError } = error;
  const expected = expectedError(error, requestId);
  const isMasked = !expected && maskError(error, '', false) !== error;
  if (expected || isMasked) logFailure(context, originalError, { path: error.path });
  if (!isMasked) return expected ?? error;
  const extensions = { code: 'INTERNAL_SERVER_ERROR', requestId };
  return new GraphQLError(unexpectedError(`request id ${requestId}`), {
    nodes,
    path,
    extensions,
  });
}
