import { type ExecutionResult, GraphQLError } from 'graphql';
import { expectedError } from '../../../graph/errors/errors.ts';
import { ToolError } from '../../../tools/errors/tool-error.ts';
import { CodedError } from '../../../tools/errors/coded-error.ts';
import type { CallerQuota } from '../../../operation/caller-quota.ts';
import type { OperationCost } from '../../../operation/cost/operation-cost.ts';

/**
 * Reserves the estimated cost of an operation before it runs and charges the actual cost afterwards, also if the
 * operation fails or the client leaves.
 */
export async function executeWithinQuota(
  quota: CallerQuota | undefined,
  cost: OperationCost,
  execute: () => Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  if (!quota) return execute();
  const estimated = cost.estimated ?? 0;
  const { points, windowSeconds } = quota.limit;
  if (estimated > points) return rejection(rateLimitTooLow(estimated, points));
  const isGranted = await quota.reserve(estimated);
  try {
    return isGranted ? await execute() : rejection(await rateLimited(estimated, quota));
  } finally {
    if (isGranted) await quota.charge(cost.actual());
    const { remaining } = await quota.balance();
    cost.throttleStatus = {
      maximumAvailable: points,
      currentlyAvailable: remaining,
      restoreRate: points / windowSeconds,
    };
  }
}

/**
 * Rejects a document of a caller who has no points left before it is parsed: its checks cost CPU time.
 * @throws GraphQLError `RATE_LIMITED`
 */
export async function requirePoints(quota: CallerQuota, requestId: string): Promise<void> {
  if (await quota.reserve(1)) return quota.charge(0);
  const { points } = quota.limit;
  const message = `Of the ${points} points that a caller can spend per minute (RATE_LIMIT), none is left to check the document.`;
  const { resetAt } = await quota.balance();
  const error = new ToolError({
    code: 'RATE_LIMITED',
    message,
    retryAfterMs: resetAt - Date.now(),
    neverArrived: true,
  });
  throw expectedError(error, requestId) ?? error;
}

const rejection = (originalError: Error): ExecutionResult => ({
  errors: [new GraphQLError(originalError.message, { originalError })],
});

const rateLimitTooLow = (estimated: number, points: number) =>
  new CodedError({
    code: 'COST_ESTIMATED_TOO_EXPENSIVE',
    message: `The operation is estimated to cost ${estimated}, but a caller can spend only ${points} per minute (RATE_LIMIT), so it can never run. Request fewer objects, or split it into several operations.`,
  });

async function rateLimited(estimated: number, quota: CallerQuota) {
  const { remaining, resetAt } = await quota.balance();
  return new ToolError({
    code: 'RATE_LIMITED',
    message: `The operation is estimated to cost ${estimated}, but of the ${quota.limit.points} that a caller can spend per minute (RATE_LIMIT), only ${remaining} are left.`,
    retryAfterMs: resetAt - Date.now(),
    neverArrived: true,
  });
}
