import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bareStatus, failure } from '../support/chaos/faults.ts';
import type { Fault } from '../support/chaos/exchange.ts';
import { changes, oneOfEach, reads } from './operations.ts';
import { answered, limited, type Outcome, surelyNot } from './outcome.ts';
import { openStruckLab, outcomeOf, type StruckLab } from './struck-lab.ts';

const present = Date.UTC(2026, 2, 2, 12);
const inMs = (ms: number) => new Date(present + ms).toISOString();

/** The platform's own refusal, and how long it asks to wait. */
const refusal = ({ header, ms }: { header?: string; ms?: number }): Fault =>
  failure(
    429,
    { code: 'RATE_LIMITED', ...(ms !== undefined && { retry_after_ms: ms }) },
    header === undefined ? {} : { 'retry-after': header },
  );

interface RateLimitRow {
  asks: string;
  fault: Fault;
  read: Outcome;
  repeatable: Outcome;
  once: Outcome;
}

const sentOnce = (retryAt: string | null) => {
  const outcome = surelyNot(limited(1, 0, retryAt));
  return { read: outcome, repeatable: outcome, once: outcome };
};

/** Nothing of this tells a time: it is tried again as if none were given. */
const unsaid = { read: limited(3), repeatable: limited(3), once: surelyNot(limited(1)) };

const rows: RateLimitRow[] = [
  { asks: 'longer than anybody waits', fault: refusal({ header: '60' }), ...sentOnce(inMs(60_000)) },
  { asks: 'longer than anybody waits, in the body', fault: refusal({ ms: 61_500 }), ...sentOnce(inMs(61_500)) },
  { asks: 'until a date', fault: refusal({ header: 'Mon, 02 Mar 2026 12:02:00 GMT' }), ...sentOnce(inMs(120_000)) },
  { asks: 'thirty years', fault: refusal({ header: '999999999' }), ...sentOnce(inMs(999_999_999_000)) },
  { asks: 'by a page of a proxy', fault: bareStatus(429, { 'retry-after': '60' }), ...sentOnce(inMs(60_000)) },
  { asks: 'soon', fault: refusal({ header: 'soon' }), ...unsaid },
  { asks: 'a time below zero', fault: refusal({ header: '-60', ms: -60_000 }), ...unsaid },
  { asks: 'longer than time lasts', fault: refusal({ ms: 1e300 }), ...sentOnce(null) },
  { asks: 'in words without end', fault: refusal({ header: '9'.repeat(10_000) }), ...unsaid },
];

describe('an upstream that limits the rate of calls', () => {
  let lab: StruckLab;

  beforeAll(async () => {
    lab = await openStruckLab();
  });
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: present }));
  afterEach(async () => {
    vi.useRealTimers();
    await lab.closeNode();
  });
  afterAll(() => lab.close());

  describe.each(rows)('$asks', ({ fault, ...outcomes }) => {
    it.each(oneOfEach)('$name', async (operation) => {
      expect(await lab.strike({ fault }, operation)).toEqual(outcomeOf(operation, outcomes[operation.class]));
    });
  });

  it.each([
    { operation: reads[0], outcome: answered(2, 1) },
    ...changes.map((operation) => ({
      operation,
      outcome: operation.class === 'repeatable' ? answered(2, 1) : surelyNot(limited(1, 0, inMs(5))),
    })),
  ])(
    'is retried after the demanded delay where retries are allowed: $operation.name',
    async ({ operation, outcome }) => {
      const once = { fault: refusal({ ms: 5 }), occurrence: { times: 1 } };
      expect(await lab.strike(once, operation)).toEqual(outcomeOf(operation, outcome));
    },
  );

  it('is given up after too many retries', async () => {
    expect(await lab.strike({ fault: refusal({ ms: 5 }) }, reads[0])).toEqual(
      outcomeOf(reads[0], limited(3, 0, inMs(5))),
    );
  });
});
