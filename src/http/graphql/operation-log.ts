import { getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { GraphContext } from '../../graph/core/context.ts';
import type { Identification } from '../identity/identity.ts';

/** Adds the caller, the operation name and the number of tool calls to the access log entry. */
export function useOperationLog(): Plugin<GraphContext & Identification, Identification> {
  return {
    onRequestParse({ serverContext: { caller, logEntry } }) {
      if (caller) logEntry.identifier = caller.identifier;
    },
    onExecute({ args: { document, operationName, contextValue } }) {
      const { logEntry, tools } = contextValue;
      const name = getOperationAST(document, operationName)?.name?.value;
      if (name !== undefined) logEntry.operation = name;
      logEntry.countToolCalls = () => tools.trace.filter(({ source }) => source === 'CALLED').length;
    },
  };
}
