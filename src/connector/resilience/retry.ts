import { ExponentialBackoff, fullJitterGenerator } from 'cockatiel';
import type { ToolClass } from '../../tools/tool.ts';
import { ToolError } from '../tool-error.ts';
import { isRefusedByBreaker } from './circuit-breaker.ts';
import { createRetryBudget } from './retry-budget.ts';
import type { ResilienceSettings } from './settings.ts';
import { wait } from './wait.ts';

export interface RetriedCall {
  class: ToolClass;
  signal: AbortSignal;
  /** When nobody waits for an answer any more, on the clock of `performance.now()`. */
  deadlineAt(): number;
  /** Whether the operation can pay for one more call. */
  canSpend(): boolean;
}

/** Which failures a second attempt is allowed after: one of a call that changes something only if it changed nothing. */
const allowedByClass: Record<ToolClass, (error: ToolError) => boolean> = {
  read: ({ isRetryable }) => isRetryable,
  repeatable: ({ isRetryable, neverArrived }) => isRetryable && neverArrived,
  once: () => false,
};

/**
 * Tries again what may be tried again. The policy of the library is not used: it cannot be told to give up on a wait
 * that is too long, and its own waits do not end with the signal.
 * @throws what the last attempt threw
 */
export function createRetry({
  most,
  firstDelayMs,
  longestWaitMs,
  budget: budgetSettings,
}: ResilienceSettings['retry']) {
  const budget = createRetryBudget(budgetSettings);
  const backoff = new ExponentialBackoff({
    generator: fullJitterGenerator,
    initialDelay: firstDelayMs,
    maxDelay: longestWaitMs,
  });

  return async <Answer>(call: RetriedCall, attempt: () => Promise<Answer>): Promise<Answer> => {
    budget.earn();
    let delay = backoff.next();
    for (let retries = 0; ; retries += 1, delay = delay.next(undefined)) {
      try {
        return await attempt();
      } catch (error) {
        const waitMs = retries < most ? waitAfter(error, delay.duration, call) : undefined;
        if (waitMs === undefined || !budget.spend()) throw error;
        await wait(waitMs, call.signal);
        // The operation may have spent its last call meanwhile, which is nothing that others who wait should hear of.
        if (!call.canSpend()) throw error;
      }
    }
  };

  /** How long to wait before the next attempt; nothing when there must be none. */
  function waitAfter(error: unknown, delayMs: number, call: RetriedCall): number | undefined {
    if (call.signal.aborted || !call.canSpend()) return undefined;
    if (!(error instanceof ToolError) || isRefusedByBreaker(error)) return undefined;
    if (!allowedByClass[call.class](error)) return undefined;
    const waitMs = Math.max(delayMs, error.retryAfterMs ?? 0);
    if (waitMs > longestWaitMs) return undefined;
    // Those who were told the same time do not all come at once.
    const spreadMs = waitMs + (error.retryAfterMs === undefined ? 0 : Math.random() * firstDelayMs);
    return performance.now() + spreadMs < call.deadlineAt() ? spreadMs : undefined;
  }
}
