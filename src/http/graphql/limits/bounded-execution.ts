import { type ExecutionResult, GraphQLError } from 'graphql';
import { type Operation, OperationError } from '../../../operation/operation.ts';
import { resultLengthError } from '../../../operation/execution/result-length.ts';

/**
 * Ends the execution of an operation as soon as it is stopped: because its time limit is exceeded, its result is too
 * large or the client disconnected. The result is then an error without data.
 */
export async function executeBounded(
  operation: Operation,
  execute: () => ExecutionResult | Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  const { signal } = operation;
  if (signal.aborted) return stoppedResult(signal.reason);
  const stopped = Promise.withResolvers<ExecutionResult>();
  signal.addEventListener('abort', () => stopped.resolve(stoppedResult(signal.reason)), { once: true });
  const complete = async () => {
    const result = await execute();
    const error = resultLengthError(result.data);
    if (error) operation.stop(error);
    return error ? stoppedResult(error) : result;
  };
  // What remains of a stopped execution is suspended at its next object and released.
  return Promise.race([stopped.promise, complete()]).finally(() => operation.end());
}

function stoppedResult(reason: unknown): ExecutionResult {
  const originalError = reason instanceof Error ? reason : new Error('The operation was aborted.', { cause: reason });
  const path = reason instanceof OperationError ? reason.path : undefined;
  return { data: null, errors: [new GraphQLError(originalError.message, { originalError, path: path ?? null })] };
}
