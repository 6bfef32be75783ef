import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { GraphContext } from '../../graph/core/context.ts';
import type { CallerQuota } from './caller-quota.ts';

/**
 * Reserves the estimated cost of an operation before it runs and settles the actual cost afterwards, also if the
 * operation fails or the client leaves. An operation that another plugin rejects must not be charged: such plugins
 * replace the executor and must come later in the list of plugins.
 */
export function useOperationQuota(): Plugin<GraphContext & { quota?: CallerQuota | undefined }> {
  return {
    onExecute({ args: { contextValue }, executeFn, setExecuteFn }) {
      const { quota, cost, requestId } = contextValue;
      if (!quota) return;
      setExecuteFn(async (args) => {
        const estimated = cost.estimated ?? 0;
        const { points, windowSeconds } = quota.limit;
        if (estimated > points) return { errors: [neverAffordable(estimated, { points, requestId })] };
        const isGranted = await quota.reserve(estimated);
        try {
          return isGranted ? await executeFn(args) : { errors: [await rateLimited(estimated, { quota, requestId })] };
        } finally {
          if (isGranted) await quota.settle(cost.actual());
          const { remaining } = await quota.balance();
          cost.throttleStatus = {
            maximumAvailable: points,
            currentlyAvailable: remaining,
            restoreRate: points / windowSeconds,
          };
        }
      });
    },
  };
}

const neverAffordable = (estimated: number, { points, requestId }: { points: number; requestId: string }) =>
  new GraphQLError(
    `The operation is estimated to cost ${estimated}, but a caller can spend only ${points} per minute (RATE_LIMIT), so it can never run. Request fewer objects, or split it into several operations.`,
    { extensions: { code: 'COST_ESTIMATED_TOO_EXPENSIVE', isRetryable: false, requestId } },
  );

async function rateLimited(estimated: number, { quota, requestId }: { quota: CallerQuota; requestId: string }) {
  const { remaining, resetAt } = await quota.balance();
  return new GraphQLError(
    `The operation is estimated to cost ${estimated}, but of the ${quota.limit.points} that a caller can spend per minute (RATE_LIMIT), only ${remaining} are left.`,
    {
      extensions: {
        code: 'RATE_LIMITED',
        isRetryable: true,
        retryAt: new Date(resetAt).toISOString(),
        requestId,
      },
    },
  );
}
