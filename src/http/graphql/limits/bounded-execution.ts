import { GraphQLError } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { GraphContext } from '../../../graph/core/context.ts';
import { OperationError } from '../../../operation/execution/execution.ts';
import { resultLengthError } from '../../../operation/execution/result-length.ts';

/**
 * Ends the execution of an operation as soon as it is stopped: because its time limit is exceeded, its result is too
 * large or the client disconnected. The result is then an error without data.
 */
export function useBoundedExecution(): Plugin<GraphContext> {
  return {
    onExecute({ executeFn, setExecuteFn, args }) {
      const { execution } = args.contextValue;
      setExecuteFn(async (executedArgs) => {
        const stopped = Promise.withResolvers<object>();
        const stop = () => stopped.resolve(stoppedResult(execution.signal.reason));
        if (execution.signal.aborted) return stoppedResult(execution.signal.reason);
        execution.signal.addEventListener('abort', stop, { once: true });
        const complete = async () => {
          const result = await executeFn(executedArgs);
          const error = isAsyncIterable(result) ? undefined : resultLengthError(result.data);
          if (error) execution.stop(error);
          return error ? stoppedResult(error) : result;
        };
        // What remains of a stopped execution is suspended at its next object and released.
        return Promise.race([stopped.promise, complete()]).finally(() => execution.end());
      });
      return { onExecuteDone: () => execution.end() };
    },
  };
}

function stoppedResult(reason: unknown) {
  const originalError = reason instanceof Error ? reason : new Error('The operation was aborted.', { cause: reason });
  const path = reason instanceof OperationError ? reason.path : undefined;
  return { data: null, errors: [new GraphQLError(originalError.message, { originalError, path: path ?? null })] };
}
