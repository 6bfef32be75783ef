import { getOperationAST } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { GraphContext } from '../../graph/core/context.ts';
import { type AccessLogEntry, addErrorCode } from '../middleware/access-log.ts';

/**
 * Reports the type, the cost and the error codes of an operation for its access log line, span and metrics. The codes
 * are those of all errors, and of the problems that its mutations returned.
 */
export function useOperationOutcome(): Plugin<
  GraphContext & { logEntry: AccessLogEntry },
  { logEntry: AccessLogEntry }
> {
  return {
    onExecute({ args: { document, operationName, contextValue } }) {
      const { logEntry, cost, problemCodes } = contextValue;
      const type = getOperationAST(document, operationName)?.operation;
      if (type) logEntry.operationType = type;
      logEntry.cost = cost;
      return {
        onExecuteDone() {
          for (const code of problemCodes) addErrorCode(logEntry, code);
        },
      };
    },
    onResultProcess({ result, serverContext: { logEntry } }) {
      if (isAsyncIterable(result) || Array.isArray(result)) return;
      for (const { extensions } of result.errors ?? []) addErrorCode(logEntry, extensions['code']);
    },
  };
}
