import { type ExecutionResult, GraphQLError } from 'graphql';
import { expectedError } from '../../../graph/errors/errors.ts';
import type { Operation } from '../../../operation/operation.ts';
import type { Payer } from '../../../operation/payer.ts';
import { CodedError } from '../../../tools/errors/coded-error.ts';
import { ToolError } from '../../../tools/errors/tool-error.ts';

/** Executes an operation and charges its actual cost, even if it fails or the client leaves. */
export async function executeWithinQuota(
  { payer, cost }: Operation,
  execute: () => Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  const { limit } = payer;
  const estimated = cost.estimated ?? 0;
  if (limit && estimated > limit.points) return rejectedResult(rateLimitTooLow(estimated, limit.points));
  const isGranted = await payer.reserve(estimated);
  try {
    return isGranted ? await execute() : rejectedResult(await rateLimited(estimated, payer));
  } finally {
    if (isGranted) await payer.charge(cost.actual());
    const balance = await payer.balance();
    if (limit && balance) {
      cost.throttleStatus = {
        maximumAvailable: limit.points,
        currentlyAvailable: balance.remaining,
        restoreRate: limit.points / limit.windowSeconds,
      };
    }
  }
}

/** Rejects a caller who has no points left, before the document is parsed. @throws GraphQLError `RATE_LIMITED` */
export async function requirePoints(payer: Payer, requestId: string): Promise<void> {
  // Reserve a point only to find out whether the caller has any left.
  if (await payer.reserve(1)) return payer.charge(0);
  const message = `A caller can spend ${payer.limit?.points} points per minute (RATE_LIMIT); no points are left to check the document.`;
  const error = pointsSpent(payer, message);
  throw expectedError(error, requestId) ?? error;
}

async function rateLimited(estimated: number, payer: Payer): Promise<ToolError> {
  const balance = await payer.balance();
  const message = `The operation is estimated to cost ${estimated}, but only ${balance?.remaining} of the ${payer.limit?.points} points per minute (RATE_LIMIT) are left.`;
  return pointsSpent(payer, message);
}

const pointsSpent = ({ retryAt = Date.now() }: Payer, message: string) =>
  new ToolError({ code: 'RATE_LIMITED', message, retryAfterMs: retryAt - Date.now(), neverArrived: true });

const rateLimitTooLow = (estimated: number, points: number) =>
  new CodedError({
    code: 'COST_ESTIMATED_TOO_EXPENSIVE',
    message: `The operation is estimated to cost ${estimated}, but a caller can spend only ${points} per minute (RATE_LIMIT), so it can never run. Request fewer objects, or split it into several operations.`,
  });

export const rejectedResult = (originalError: Error): ExecutionResult => ({
  errors: [new GraphQLError(originalError.message, { originalError })],
});
