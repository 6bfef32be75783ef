/** How calls of a connection are protected from its faults, and it from ours. */
export interface ResilienceSettings {
  /** How long one attempt may take. */
  toolTimeoutMs: number;
  retry: {
    /** Attempts after the first one. */
    most: number;
    /** The first delay is anything up to this; each further one up to twice as long. */
    firstDelayMs: number;
    /** A service that asks for more patience than this is not tried again. */
    longestWaitMs: number;
    budget: RetryBudgetSettings;
  };
  breaker: BreakerSettings;
}

export interface RetryBudgetSettings {
  /** How many retries every call allows for. */
  perCall: number;
  /** How many retries every second allows for, whatever the calls. */
  perSecond: number;
  /** How many retries can be saved up; there from the start. */
  most: number;
}

export interface BreakerSettings {
  /** How many of the latest calls are judged. */
  window: number;
  /** With fewer calls in the window nothing is judged. */
  minimumCalls: number;
  /** From this share of failed calls on, more than 0 and less than 1, nothing is sent for a while. */
  failureRate: number;
  /** The while until one call probes; twice as long after every probe that fails. */
  firstProbeMs: number;
  longestProbeMs: number;
}

/** What a test, or another program, sets in its own way. */
export interface ResilienceOverrides {
  retry?: Partial<ResilienceSettings['retry']>;
  breaker?: Partial<BreakerSettings>;
}

export function resilienceSettings(toolTimeoutMs: number, overrides: ResilienceOverrides = {}): ResilienceSettings {
  return {
    toolTimeoutMs,
    retry: {
      most: 2,
      firstDelayMs: 100,
      longestWaitMs: 5_000,
      budget: { perCall: 0.1, perSecond: 1, most: 10 },
      ...overrides.retry,
    },
    breaker: {
      window: 20,
      minimumCalls: 10,
      failureRate: 0.5,
      firstProbeMs: 1_000,
      longestProbeMs: 30_000,
      ...overrides.breaker,
    },
  };
}
