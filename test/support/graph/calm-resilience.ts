import { type ResilienceOverrides, resilienceSettings } from '../../../src/connector/resilience/settings.ts';

/** Retries without delay or limit, and a circuit breaker that never opens. */
export const calm: ResilienceOverrides = {
  retry: { initialDelayMs: 1, budget: { perCall: 1, perSecond: 1, maxSaved: 10_000 } },
  breaker: { window: 10_000, minimumCalls: 10_000 },
};

export const calmResilience = resilienceSettings(10_000, calm);
