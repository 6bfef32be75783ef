import type { ToolClass } from '../../tools/tool.ts';
import { ToolError } from '../../tools/errors/tool-error.ts';
import type { CallRequest } from '../transport.ts';
import { RejectedCallError } from './rejected-call-error.ts';
import { createRetryBudget } from './retry-budget.ts';
import type { ResilienceSettings } from './settings.ts';

export interface RetriedCall {
  /** The identifier of its caller. */
  readonly key: string;
  readonly request: Pick<CallRequest, 'tool'>;
  /** The latest deadline of the callers that wait for the call, on the clock of `performance.now()`. */
  deadlineAt: number;
  /** Number of retries so far. */
  retries: number;
}

export interface Retry {
  /** Must be called once for each call, before its first attempt. */
  earn(identifier: string): void;
  /** Takes a retry from the budget and returns the delay before it; undefined if the call must not be retried. */
  delayAfter(error: unknown, call: RetriedCall): number | undefined;
}

const isAllowed: Record<ToolClass, (error: ToolError) => boolean> = {
  read: ({ isRetryable }) => isRetryable,
  repeatable: ({ isRetryable, neverArrived }) => isRetryable && neverArrived,
  once: () => false,
};

export function createRetry({ retry, maxIdentifiers }: Pick<ResilienceSettings, 'retry' | 'maxIdentifiers'>): Retry {
  const { maxRetries, initialDelayMs, maxDelayMs } = retry;
  const budget = createRetryBudget(retry.budget, maxIdentifiers);

  return {
    earn: budget.earn,
    delayAfter(error, call) {
      const delayMs = call.retries < maxRetries ? delayOf(error, call) : undefined;
      return delayMs !== undefined && budget.spend(call.key) ? delayMs : undefined;
    },
  };

  function delayOf(error: unknown, call: RetriedCall): number | undefined {
    if (
      !(error instanceof ToolError) ||
      error instanceof RejectedCallError ||
      !isAllowed[call.request.tool.class](error)
    )
      return undefined;
    const backoffMs = Math.floor(Math.random() * Math.min(maxDelayMs, initialDelayMs * 2 ** call.retries));
    const minDelayMs = Math.max(backoffMs, error.retryAfterMs ?? 0);
    if (minDelayMs > maxDelayMs) return undefined;
    // Add a random delay: callers that received the same `retryAfterMs` must not all retry at once.
    const delayMs = minDelayMs + (error.retryAfterMs === undefined ? 0 : Math.random() * initialDelayMs);
    return performance.now() + delayMs < call.deadlineAt ? delayMs : undefined;
  }
}
