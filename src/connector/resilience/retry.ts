import { LRUCache } from 'lru-cache';
import type { Tool, ToolClass } from '../../tools/tool.ts';
import { ToolError, type ToolErrorDetails } from '../../tools/errors/tool-error.ts';
import { maxIdentifiers, type ResilienceSettings } from './settings.ts';

/** A call that this program did not send. It is not retried, charged to the budget or counted as a failure. */
export class RejectedCallError extends ToolError {
  constructor(details: ToolErrorDetails) {
    super({ ...details, neverArrived: true });
  }
}

export interface RetriedCall {
  /** The identifier whose saved retries the call uses. */
  readonly key: string;
  readonly request: { readonly tool: Tool };
  /** The latest deadline of the callers that wait for the call, on the clock of `performance.now()`. */
  readonly deadlineAt: number;
  readonly retries: number;
  /** Whether repeating the call has no further effect, although its tool is of the class `once`. */
  readonly isKeyed: boolean;
}

/** A call whose service requests a longer delay is not retried. */
const maxDelayMs = 5_000;
/** The shared bucket lets this many identifiers use all their saved retries at once. */
const maxSpendingIdentifiers = 4;

/** The rules of `ToolClass`. */
const mayRetry: Record<ToolClass, (error: ToolError, isKeyed: boolean) => boolean> = {
  read: ({ isRetryable }) => isRetryable,
  repeatable: ({ isRetryable, neverArrived }) => isRetryable && neverArrived,
  once: ({ isRetryable }, isKeyed) => isRetryable && isKeyed,
};

/**
 * A token bucket per identifier keeps the failing calls of one caller from taking the retries of other callers. A
 * larger bucket for all callers keeps their retries from multiplying the load on a failing service.
 */
export class Retry {
  readonly #settings: ResilienceSettings;
  readonly #all: RetryBudget;
  readonly #budgets = new LRUCache<string, RetryBudget>({ max: maxIdentifiers });

  constructor(settings: ResilienceSettings) {
    this.#settings = settings;
    this.#all = new RetryBudget(settings.maxSavedRetries, maxSpendingIdentifiers);
  }

  /** Adds to the saved retries. Must be called once for each tool call, before its first attempt. */
  earn(identifier: string): void {
    this.#all.earn();
    this.#budgetOf(identifier).earn();
  }

  /** Takes a retry from the budgets and returns the delay before it; undefined if the call must not be retried. */
  delayAfter(error: unknown, call: RetriedCall): number | undefined {
    const delayMs = call.retries < this.#settings.maxRetries ? this.#delayOf(error, call) : undefined;
    if (delayMs === undefined) return undefined;
    const own = this.#budgetOf(call.key);
    if (!own.hasRetry() || !this.#all.hasRetry()) return undefined;
    own.spend();
    this.#all.spend();
    return delayMs;
  }

  #budgetOf(identifier: string): RetryBudget {
    const budget = this.#budgets.get(identifier) ?? new RetryBudget(this.#settings.maxSavedRetries);
    this.#budgets.set(identifier, budget);
    return budget;
  }

  #delayOf(error: unknown, { request, retries, deadlineAt, isKeyed }: RetriedCall): number | undefined {
    if (!(error instanceof ToolError) || error instanceof RejectedCallError) return undefined;
    if (!mayRetry[request.tool.class](error, isKeyed)) return undefined;
    const { initialRetryDelayMs } = this.#settings;
    const backoffMs = Math.floor(Math.random() * Math.min(maxDelayMs, initialRetryDelayMs * 2 ** retries));
    const minDelayMs = Math.max(backoffMs, error.retryAfterMs ?? 0);
    if (minDelayMs > maxDelayMs) return undefined;
    // Add a random delay: callers that received the same `retryAfterMs` must not all retry at once.
    const delayMs = minDelayMs + (error.retryAfterMs === undefined ? 0 : Math.random() * initialRetryDelayMs);
    return performance.now() + delayMs < deadlineAt ? delayMs : undefined;
  }
}

const retriesPerCall = 0.1;
const retriesPerSecond = 1;

class RetryBudget {
  readonly #identifiers: number;
  readonly #max: number;
  #saved: number;
  #refilledAt = performance.now();

  constructor(maxSavedRetries: number, identifiers = 1) {
    this.#identifiers = identifiers;
    this.#max = this.#saved = identifiers * maxSavedRetries;
  }

  earn(): void {
    this.#add(retriesPerCall);
  }

  hasRetry(): boolean {
    const now = performance.now();
    this.#add(((now - this.#refilledAt) / 1000) * this.#identifiers * retriesPerSecond);
    this.#refilledAt = now;
    return this.#saved >= 1;
  }

  spend(): void {
    this.#saved -= 1;
  }

  #add(retries: number): void {
    this.#saved = Math.min(this.#max, this.#saved + retries);
  }
}
