import { getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { GraphContext } from '../../graph/core/context.ts';
import type { RouteContext } from './graphql.ts';

/** Adds the operation name and the number of tool calls to the access log entry. */
export function useOperationLog(): Plugin<GraphContext & RouteContext> {
  return {
    onExecute({ args: { document, operationName, contextValue } }) {
      const { logEntry, tools } = contextValue;
      const name = getOperationAST(document, operationName)?.name?.value;
      if (name !== undefined) logEntry.operation = name;
      logEntry.countToolCalls = () => tools.trace.filter(({ source }) => source === 'CALLED').length;
    },
  };
}
