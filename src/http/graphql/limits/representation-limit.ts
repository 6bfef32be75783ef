import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { GraphContext } from '../../../graph/core/context.ts';
import { maxRepresentations } from '../../../graph/cost/operation-limits.ts';
import { countRepresentations } from '../../../graph/cost/representation-count.ts';

/** Rejects operations that ask for too many entities before any of their fields runs. */
export function useRepresentationLimit(): Plugin<GraphContext> {
  return {
    onExecute({ args, setResultAndStopExecution }) {
      const count = countRepresentations(args);
      if (count <= maxRepresentations) return;
      const rule = `must be at most ${maxRepresentations} in an operation; there are ${count}`;
      const extensions = {
        code: 'BAD_USER_INPUT',
        isRetryable: false,
        issues: [{ path: ['representations'], message: rule }],
        requestId: args.contextValue.requestId,
      };
      setResultAndStopExecution({ errors: [new GraphQLError(`representations ${rule}.`, { extensions })] });
    },
  };
}
