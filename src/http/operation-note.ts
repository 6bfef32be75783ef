import { getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { GraphContext } from '../graph/context.ts';
import type { Identification } from './identity.ts';

/** Notes who asks, which operation, and what it spends, for the line of the request in the log. */
export function useOperationNote(): Plugin<GraphContext & Identification, Identification> {
  return {
    onRequestParse({ serverContext: { caller, note } }) {
      if (caller) note.identifier = caller.identifier;
    },
    onExecute({ args: { document, operationName, contextValue } }) {
      const { note, tools } = contextValue;
      const name = getOperationAST(document, operationName)?.name?.value;
      if (name !== undefined) note.operation = name;
      note.countToolCalls = () => tools.trace.filter(({ source }) => source === 'CALLED').length;
    },
  };
}
