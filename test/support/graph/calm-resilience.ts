import { type ResilienceOverrides, resilienceSettings } from '../../../src/connector/resilience/settings.ts';

/** Retries with almost no delay, a large retry budget, and circuit breakers that never open. */
export const calm: ResilienceOverrides = { initialRetryDelayMs: 1, maxSavedRetries: 10_000, minCountedCalls: Infinity };

export const calmResilience = resilienceSettings(10_000, calm);
