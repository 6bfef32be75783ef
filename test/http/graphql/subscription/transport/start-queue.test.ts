import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSubscriptions } from '../../../../../src/http/graphql/subscription/transport/subscriptions.ts';
import { createTelemetry } from '../../../../../src/infrastructure/telemetry/telemetry.ts';

describe('subscriptions that start at the same time', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('start a hundred at once and a hundred a second, and are rejected beyond ten seconds', async () => {
    const subscriptions = createSubscriptions({
      limit: 2_000,
      telemetry: createTelemetry(),
      log: pino({ level: 'silent' }),
    });
    await vi.advanceTimersByTimeAsync(1_000);
    let admitted = 0;
    const codes: unknown[] = [];
    const start = async () => {
      const admission = await subscriptions.admit('ada');
      if ('error' in admission) codes.push(admission.error.extensions['code']);
      else admitted += 1;
    };
    for (let count = 0; count < 1_200; count += 1) void start();
    await vi.advanceTimersByTimeAsync(0);
    expect(admitted).toBe(100);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(admitted).toBe(200);
    await vi.advanceTimersByTimeAsync(9_000);
    expect([admitted, codes.length, new Set(codes)]).toEqual([1_100, 100, new Set(['OVERLOADED'])]);
  });
});
