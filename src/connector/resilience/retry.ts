import { ExponentialBackoff, fullJitterGenerator } from 'cockatiel';
import type { ToolClass } from '../../tools/tool.ts';
import { ToolError } from '../../tools/errors/tool-error.ts';
import { untilAborted } from '../../operation/until-aborted.ts';
import { RejectedCallError } from './rejected-call-error.ts';
import { createRetryBudget } from './retry-budget.ts';
import type { ResilienceSettings } from './settings.ts';

export interface RetriedCall {
  identifier: string;
  class: ToolClass;
  signal: AbortSignal;
  /** Returns the latest deadline of the callers that wait for the call, on the clock of `performance.now()`. */
  deadlineAt(): number;
  /** Whether the operation's tool call budget allows another attempt. */
  canSpend(): boolean;
}

const isAllowed: Record<ToolClass, (error: ToolError) => boolean> = {
  read: ({ isRetryable }) => isRetryable,
  repeatable: ({ isRetryable, neverArrived }) => isRetryable && neverArrived,
  once: () => false,
};

/**
 * Retries failed attempts. Does not use the library's retry policy, which can neither give up when a delay is too long
 * nor abort a delay with the signal.
 * @throws the error of the last attempt
 */
export function createRetry({ retry, maxIdentifiers }: Pick<ResilienceSettings, 'retry' | 'maxIdentifiers'>) {
  const { maxRetries, initialDelayMs, maxDelayMs } = retry;
  const budget = createRetryBudget(retry.budget, maxIdentifiers);
  const backoff = new ExponentialBackoff({
    generator: fullJitterGenerator,
    initialDelay: initialDelayMs,
    maxDelay: maxDelayMs,
  });

  return async <Result>(call: RetriedCall, attempt: () => Promise<Result>): Promise<Result> => {
    budget.earn(call.identifier);
    let backoffDelay = backoff.next();
    for (let retries = 0; ; retries += 1, backoffDelay = backoffDelay.next(undefined)) {
      try {
        return await attempt();
      } catch (error) {
        const delayMs = retries < maxRetries ? delayAfter(error, backoffDelay.duration, call) : undefined;
        if (delayMs === undefined || !budget.spend(call.identifier)) throw error;
        await wait(delayMs, call.signal);
        // If the budget ran out during the delay, throw the service's error instead of a budget error: other operations
        // may share the call.
        if (!call.canSpend()) throw error;
      }
    }
  };

  /** Returns the delay before the next attempt; undefined if the call must not be retried. */
  function delayAfter(error: unknown, backoffMs: number, call: RetriedCall): number | undefined {
    if (call.signal.aborted || !call.canSpend()) return undefined;
    if (!(error instanceof ToolError) || error instanceof RejectedCallError || !isAllowed[call.class](error))
      return undefined;
    const minDelayMs = Math.max(backoffMs, error.retryAfterMs ?? 0);
    if (minDelayMs > maxDelayMs) return undefined;
    // Add a random delay: callers that received the same `retryAfterMs` must not all retry at once.
    const delayMs = minDelayMs + (error.retryAfterMs === undefined ? 0 : Math.random() * initialDelayMs);
    return performance.now() + delayMs < call.deadlineAt() ? delayMs : undefined;
  }
}

/**
 * Waits for a time, or until the signal is aborted. Unlike the timers of `timers/promises`, it rejects with the
 * signal's own reason and works with fake clocks.
 */
async function wait(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await untilAborted(signal, () => promise).finally(() => clearTimeout(timer));
}
