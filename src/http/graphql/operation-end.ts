import type { Plugin } from 'graphql-yoga';
import type { GraphContext } from '../../graph/core/context.ts';

/** Lets go of the operation's deadline as soon as it is answered. */
export const useOperationEnd = (): Plugin<GraphContext> => ({
  onExecute: ({ args: { contextValue } }) => ({ onExecuteDone: () => contextValue.deadline.clear() }),
});
