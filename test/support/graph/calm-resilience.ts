import { type ResilienceOverrides, resilienceSettings } from '../../../src/connector/resilience/settings.ts';

/** Retries without delay or limit, and a circuit breaker that never opens. */
export const calm: ResilienceOverrides = { initialRetryDelayMs: 1, maxSavedRetries: 10_000, minCountedCalls: Infinity };

export const calmResilience = resilienceSettings(10_000, calm);
