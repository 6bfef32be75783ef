import { type ExecutionResult, GraphQLError } from 'graphql';
import { expectedError } from '../../../graph/errors/errors.ts';
import type { Operation } from '../../../operation/operation.ts';
import type { OperationAccount } from '../../../operation/operation-account.ts';
import { CodedError } from '../../../tools/errors/coded-error.ts';
import { ToolError } from '../../../tools/errors/tool-error.ts';

/** Charges the actual cost also if the operation fails or the client leaves. */
export async function executeWithinQuota(
  { account, cost }: Operation,
  execute: () => Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  const { limit } = account;
  const estimated = cost.estimated ?? 0;
  if (limit && estimated > limit.points) return rejectedResult(rateLimitTooLow(estimated, limit.points));
  const isGranted = await account.reserve(estimated);
  try {
    return isGranted ? await execute() : rejectedResult(await rateLimited(estimated, account));
  } finally {
    if (isGranted) await account.charge(cost.actual());
    const balance = await account.balance();
    if (limit && balance) {
      cost.throttleStatus = {
        maximumAvailable: limit.points,
        currentlyAvailable: balance.remaining,
        restoreRate: limit.points / limit.windowSeconds,
      };
    }
  }
}

/** Must be called before parsing: the checks cost CPU time. @throws GraphQLError `RATE_LIMITED` */
export async function requirePoints(account: OperationAccount, requestId: string): Promise<void> {
  if (await account.reserve(1)) return account.charge(0);
  const message = `A caller can spend ${account.limit?.points} points per minute (RATE_LIMIT); none are left to check the document.`;
  const error = await pointsSpent(account, message);
  throw expectedError(error, requestId) ?? error;
}

async function rateLimited(estimated: number, account: OperationAccount): Promise<ToolError> {
  const balance = await account.balance();
  const message = `The operation is estimated to cost ${estimated}, but only ${balance?.remaining} of the ${account.limit?.points} points per minute (RATE_LIMIT) are left.`;
  return pointsSpent(account, message);
}

const pointsSpent = async ({ retryAt = Date.now() }: OperationAccount, message: string) =>
  new ToolError({ code: 'RATE_LIMITED', message, retryAfterMs: retryAt - Date.now(), neverArrived: true });

const rateLimitTooLow = (estimated: number, points: number) =>
  new CodedError({
    code: 'COST_ESTIMATED_TOO_EXPENSIVE',
    message: `The operation is estimated to cost ${estimated}, but a caller can spend only ${points} per minute (RATE_LIMIT), so it can never run. Request fewer objects, or split it into several operations.`,
  });

export const rejectedResult = (originalError: Error): ExecutionResult => ({
  errors: [new GraphQLError(originalError.message, { originalError })],
});
