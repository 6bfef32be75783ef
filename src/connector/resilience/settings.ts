/** How calls of a connection are protected from its faults, and the service behind it from our load. */
export interface ResilienceSettings {
  /** Time limit of one attempt. */
  toolTimeoutMs: number;
  retry: RetrySettings;
  breaker: BreakerSettings;
}

export interface RetrySettings {
  /** Attempts after the first one; 2 by default. */
  maxRetries: number;
  /** Upper bound of the first delay, which is random; doubles with each further retry; 100 by default. */
  initialDelayMs: number;
  /** A call that would have to wait longer is not retried; 5,000 by default. */
  maxDelayMs: number;
  budget: RetryBudgetSettings;
}

/** Limits retries to a share of all calls, so that retries do not multiply the load on a failing service. */
export interface RetryBudgetSettings {
  /** Retries that each call adds; 0.1 by default. */
  perCall: number;
  /** Retries that each second adds; 1 by default. */
  perSecond: number;
  /** Maximum number of accumulated retries, also available at the start; 10 by default. */
  maxSaved: number;
}

export interface BreakerSettings {
  /** Number of most recent calls that are considered; 20 by default. */
  window: number;
  /** The breaker does not open with fewer calls in the window; 10 by default. */
  minimumCalls: number;
  /** Share of failed calls, between 0 and 1, at which the breaker opens; 0.5 by default. */
  failureRate: number;
  /** Time until one call probes the connection; doubles after each failed probe; 1,000 by default. */
  initialProbeDelayMs: number;
  /** Upper bound of the time until a probe; 30,000 by default. */
  maxProbeDelayMs: number;
}

/** Settings that differ from the defaults. */
export interface ResilienceOverrides {
  retry?: Partial<RetrySettings>;
  breaker?: Partial<BreakerSettings>;
}

export function resilienceSettings(toolTimeoutMs: number, overrides: ResilienceOverrides = {}): ResilienceSettings {
  return {
    toolTimeoutMs,
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
      initialProbeDelayMs: 1_000,
      maxProbeDelayMs: 30_000,
      ...overrides.breaker,
    },
  };
}
