import { toolCallBudget } from '../../operation/calls/tool-ledger.ts';

/** Settings that protect callers from the faults of a service, and the service from too many calls. */
export interface ResilienceSettings {
  /** Time limit for one attempt of a call. */
  toolTimeoutMs: number;
  retry: RetrySettings;
  breaker: BreakerSettings;
  bulkhead: BulkheadSettings;
  /**
   * Maximum number of identifiers per connection with a breaker and a retry budget of their own; 2,000 by default. Those
   * without recent calls are forgotten first.
   */
  maxIdentifiers: number;
}

/** Limits of the calls on one connection. */
export interface BulkheadSettings {
  /** Maximum number of requests in flight, each with one call or a batch; that of the transport by default. */
  maxRequests?: number;
  /** Maximum number of requests in flight of one identifier; 10 by default. */
  maxRequestsPerIdentifier: number;
  /** Maximum number of calls in flight of one identifier, in all its requests together; 100 by default. */
  maxCallsPerIdentifier: number;
  /** Maximum number of queued calls, which bounds the memory that they take; 10,000 by default. */
  maxQueuedCalls: number;
  /** Maximum number of queued calls of one identifier; 2,000 by default: ten operations that use their whole budget. */
  maxQueuedCallsPerIdentifier: number;
}

export interface RetrySettings {
  /** Maximum number of attempts after the first; 2 by default. */
  maxRetries: number;
  /** Upper bound of the random delay before the first retry; doubles with each further retry; 100 by default. */
  initialDelayMs: number;
  /** Maximum delay before a retry; a call that would have to wait longer is not retried; 5,000 by default. */
  maxDelayMs: number;
  budget: RetryBudgetSettings;
}

/**
 * Limits the retries of each identifier to a share of its calls, so that retries do not multiply the load on a failing
 * service. All identifiers together can save four times as many retries as one.
 */
export interface RetryBudgetSettings {
  /** How much each call adds to the retry budget, in retries; 0.1 by default (one retry per ten calls). */
  perCall: number;
  /** How much each second adds to the retry budget, in retries; 1 by default. */
  perSecond: number;
  /** Maximum of the retry budget, which is also its initial value, in retries; 10 by default. */
  maxSaved: number;
}

/** Settings of the breaker of a connection, and of the breakers of its identifiers. */
export interface BreakerSettings {
  /** Number of recent calls that determine whether a breaker opens; 20 by default. */
  window: number;
  /** Minimum number of calls in the window for a breaker to open; 10 by default. */
  minimumCalls: number;
  /** Share of failed calls, between 0 and 1, at which a breaker opens; 0.5 by default. */
  failureRate: number;
  /** Number of identifiers whose calls must fail for the breaker of the connection to open; 3 by default. */
  minFailingIdentifiers: number;
  /** Maximum share of one identifier in the window of the connection; 0.25 by default. */
  maxIdentifierShare: number;
  /** Time from opening until one call is sent as a probe; doubles after each failed probe; 1,000 by default. */
  initialProbeDelayMs: number;
  /** Upper bound of the time until a probe; 30,000 by default. */
  maxProbeDelayMs: number;
}

/** Settings that differ from the defaults. */
export interface ResilienceOverrides {
  retry?: Partial<RetrySettings>;
  breaker?: Partial<BreakerSettings>;
  bulkhead?: Partial<BulkheadSettings>;
  maxIdentifiers?: number;
}

export function resilienceSettings(toolTimeoutMs: number, overrides: ResilienceOverrides = {}): ResilienceSettings {
  return {
    toolTimeoutMs,
    maxIdentifiers: overrides.maxIdentifiers ?? 2_000,
    retry: {
      maxRetries: 2,
      initialDelayMs: 100,
      maxDelayMs: 5_000,
      budget: { perCall: 0.1, perSecond: 1, maxSaved: 10 },
      ...overrides.retry,
    },
    breaker: {
      window: 20,
      minimumCalls: 10,
      failureRate: 0.5,
      minFailingIdentifiers: 3,
      maxIdentifierShare: 0.25,
      initialProbeDelayMs: 1_000,
      maxProbeDelayMs: 30_000,
      ...overrides.breaker,
    },
    bulkhead: {
      maxRequestsPerIdentifier: 10,
      maxCallsPerIdentifier: 100,
      maxQueuedCalls: 10_000,
      maxQueuedCallsPerIdentifier: 10 * toolCallBudget,
      ...overrides.bulkhead,
    },
  };
}
