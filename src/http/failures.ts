import { GraphQLError } from 'graphql';
import { isAsyncIterable, maskError, type Plugin } from 'graphql-yoga';
import type { GraphContext } from '../graph/context.ts';
import { foreseenError } from '../graph/errors.ts';
import { logFailure } from '../graph/failure-log.ts';

/**
 * Turns what resolvers threw into what the caller may see: a foreseen failure with its code, everything else masked
 * and logged. Both carry the request id.
 */
export function useFailures(): Plugin<GraphContext> {
  return {
    onExecute({ args: { contextValue } }) {
      return {
        onExecuteDone({ result, setResult }) {
          if (isAsyncIterable(result) || !result.errors) return;
          setResult({ ...result, errors: result.errors.map((error) => visibleError(error, contextValue)) });
        },
      };
    },
  };
}

function visibleError(error: GraphQLError, context: GraphContext): GraphQLError {
  const { requestId, log } = context;
  const foreseen = foreseenError(error, requestId);
  if (foreseen) {
    logFailure(context, error.originalError, { path: error.path });
    return foreseen;
  }
  const masked = maskError(error, 'Unexpected error.', false);
  if (masked === error || !(masked instanceof Error)) return error;
  log.error({ err: error.originalError, path: error.path }, 'a field failed unexpectedly');
  const { nodes, path } = error;
  return new GraphQLError(`${masked.message} Ask with the request id ${requestId}.`, {
    ...(nodes && { nodes }),
    ...(path && { path }),
    extensions: { code: 'INTERNAL_SERVER_ERROR', requestId },
  });
}
