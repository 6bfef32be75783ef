import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bareStatus, failure } from '../support/chaos/faults.ts';
import type { Fault } from '../support/chaos/exchange.ts';
import { changes, oneOfEach, reads } from './operations.ts';
import { succeeded, rateLimited, type Outcome, notExecuted } from './outcome.ts';
import { openFaultLab, outcomeOf } from './fault-lab.ts';
import { useResource } from '../support/resource.ts';

const present = Date.UTC(2026, 2, 2, 12);
const inMs = (ms: number) => new Date(present + ms).toISOString();

/** A rejection by the platform itself, with the delay it requests. */
const rateLimit = ({ header, ms }: { header?: string; ms?: number }): Fault =>
  failure(
    429,
    { code: 'RATE_LIMITED', ...(ms !== undefined && { retry_after_ms: ms }) },
    header === undefined ? {} : { 'retry-after': header },
  );

interface RateLimitRow {
  request: string;
  fault: Fault;
  read: Outcome;
  repeatable: Outcome;
  once: Outcome;
}

const sentOnce = (retryAt: string | null) => {
  const outcome = notExecuted(rateLimited(1, 0, retryAt));
  return { read: outcome, repeatable: outcome, once: outcome };
};

/** A delay that cannot be parsed is ignored, so reads and repeatable changes are retried. */
const withoutDelay = { read: rateLimited(3), repeatable: rateLimited(3), once: notExecuted(rateLimited(1)) };

const rows: RateLimitRow[] = [
  { request: 'a delay above the limit', fault: rateLimit({ header: '60' }), ...sentOnce(inMs(60_000)) },
  { request: 'a delay above the limit, in the body', fault: rateLimit({ ms: 61_500 }), ...sentOnce(inMs(61_500)) },
  {
    request: 'a delay until a date',
    fault: rateLimit({ header: 'Mon, 02 Mar 2026 12:02:00 GMT' }),
    ...sentOnce(inMs(120_000)),
  },
  { request: 'a delay of thirty years', fault: rateLimit({ header: '999999999' }), ...sentOnce(inMs(999_999_999_000)) },
  {
    request: 'a delay, in the error page of a proxy',
    fault: bareStatus(429, { 'retry-after': '60' }),
    ...sentOnce(inMs(60_000)),
  },
  { request: 'a delay in words', fault: rateLimit({ header: 'soon' }), ...withoutDelay },
  { request: 'a negative delay', fault: rateLimit({ header: '-60', ms: -60_000 }), ...withoutDelay },
  { request: 'a delay beyond the maximum date', fault: rateLimit({ ms: 1e300 }), ...sentOnce(null) },
  { request: 'a delay of 10,000 digits', fault: rateLimit({ header: '9'.repeat(10_000) }), ...withoutDelay },
];

describe('an upstream that limits the rate of calls', () => {
  const lab = useResource(openFaultLab);
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: present }));
  afterEach(async () => {
    vi.useRealTimers();
    await lab.closeNode();
  });

  describe.each(rows)('and requests $request', ({ fault, ...outcomes }) => {
    it.each(oneOfEach)('$name', async (operation) => {
      expect(await lab.run({ fault }, operation)).toEqual(outcomeOf(operation, outcomes[operation.class]));
    });
  });

  it.each([
    { operation: reads[0], outcome: succeeded(2, 1) },
    ...changes.map((operation) => ({
      operation,
      outcome: operation.class === 'repeatable' ? succeeded(2, 1) : notExecuted(rateLimited(1, 0, inMs(5))),
    })),
  ])(
    'receives a retry after the requested delay if retries are allowed: $operation.name',
    async ({ operation, outcome }) => {
      const once = { fault: rateLimit({ ms: 5 }), occurrence: { times: 1 } };
      expect(await lab.run(once, operation)).toEqual(outcomeOf(operation, outcome));
    },
  );

  it('receives no more than two retries', async () => {
    expect(await lab.run({ fault: rateLimit({ ms: 5 }) }, reads[0])).toEqual(
      outcomeOf(reads[0], rateLimited(3, 0, inMs(5))),
    );
  });
});
