/** Retries, time limit and circuit breakers of a connection. Only the time limit can be configured. */
export interface ResilienceSettings {
  /** Time limit of one attempt of a call. */
  toolTimeoutMs: number;
  maxRetries: number;
  /** Upper bound of the random delay before the first retry; doubles with each further retry. */
  initialRetryDelayMs: number;
  /** Maximum number of retries that an identifier can save up; it also starts with this number. */
  maxSavedRetries: number;
  /** Minimum number of counted calls before a circuit breaker can open. */
  minCountedCalls: number;
}

export type ResilienceOverrides = Partial<Omit<ResilienceSettings, 'toolTimeoutMs'>>;

export const resilienceSettings = (toolTimeoutMs: number, overrides?: ResilienceOverrides): ResilienceSettings => ({
  toolTimeoutMs,
  maxRetries: 2,
  initialRetryDelayMs: 100,
  maxSavedRetries: 10,
  minCountedCalls: 10,
  ...overrides,
});

/** Maximum number of identifiers per connection with a breaker and a retry budget of their own. */
export const maxIdentifiers = 2_000;
