/** How calls of a connection are protected from its faults, and the service behind it from our load. */
export interface ResilienceSettings {
  /** Of one attempt. */
  toolTimeoutMs: number;
  retry: RetrySettings;
  breaker: BreakerSettings;
}

export interface RetrySettings {
  /** Attempts after the first one; 2 by default. */
  maxRetries: number;
  /** The first delay is random below this, each further one below twice the bound before; 100 by default. */
  initialDelayMs: number;
  /** A call whose service asks for a longer delay is not retried; 5,000 by default. */
  maxDelayMs: number;
  budget: RetryBudgetSettings;
}

/** Bounds retries to a share of all calls, so that a dead service does not receive a multiple of them. */
export interface RetryBudgetSettings {
  /** Retries that each call adds; 0.1 by default. */
  perCall: number;
  /** Retries that each second adds; 1 by default. */
  perSecond: number;
  /** Retries that can accumulate, and that are available from the start; 10 by default. */
  maxSaved: number;
}

export interface BreakerSettings {
  /** Number of latest calls that are judged; 20 by default. */
  window: number;
  /** The breaker stays closed with fewer calls in the window; 10 by default. */
  minimumCalls: number;
  /** The breaker opens from this share of failed calls on; between 0 and 1, 0.5 by default. */
  failureRate: number;
  /** Until one call probes the connection; doubles after each failed probe; 1,000 by default. */
  initialProbeDelayMs: number;
  /** 30,000 by default. */
  maxProbeDelayMs: number;
}

/** What a test, or another program, changes. */
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
