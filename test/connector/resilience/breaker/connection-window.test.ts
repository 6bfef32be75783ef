import { describe, expect, it } from 'vitest';
import type { CallOutcome } from '../../../../src/connector/resilience/breaker/circuit.ts';
import { ConnectionWindow } from '../../../../src/connector/resilience/breaker/connection-breaker.ts';

/** Adds calls to a window with the default settings; returns why the connection is paused then. */
function causeAfter(...calls: [identifier: string, outcome: CallOutcome, count: number][]) {
  const window = new ConnectionWindow(10);
  for (const [identifier, outcome, count] of calls) {
    for (let call = 0; call < count; call += 1) window.add({ identifier, outcome });
  }
  return window.cause;
}

describe('the window of a connection', () => {
  it.each(['failed', 'timed out'] as const)('does not fail when the calls of two identifiers have %s', (outcome) => {
    expect(causeAfter(['ada', outcome, 100], ['ben', outcome, 100])).toBeUndefined();
    expect(causeAfter(['ada', outcome, 1_000])).toBeUndefined();
  });

  it.each(['failed', 'timed out'] as const)('fails when the calls of exactly three have %s', (outcome) => {
    expect(causeAfter(['ada', outcome, 5], ['ben', outcome, 4])).toBeUndefined();
    expect(causeAfter(['ada', outcome, 5], ['ben', outcome, 4], ['cleo', outcome, 1])).toBe('callers');
  });

  it('needs ten calls, of which at most five of the same identifier count', () => {
    expect(causeAfter(['ada', 'failed', 50], ['ben', 'failed', 3], ['cleo', 'failed', 1])).toBeUndefined();
    expect(causeAfter(['ada', 'failed', 50], ['ben', 'failed', 3], ['cleo', 'failed', 2])).toBe('callers');
  });

  it('limits each identifier to exactly a quarter: five of twenty', () => {
    const others = ['cleo', 'dan', 'eve'].map((identifier): [string, CallOutcome, number] => [identifier, 'works', 4]);
    // 12 working calls and 5 + 4 + 1 failures are 22: the window of 20 drops two working calls.
    expect(causeAfter(...others, ['ada', 'failed', 6], ['ben', 'failed', 4], ['fay', 'failed', 1])).toBe('callers');
    expect(causeAfter(...others, ['ada', 'failed', 90], ['ben', 'failed', 3], ['fay', 'failed', 1])).toBeUndefined();
  });

  it('forgets the oldest call of an identifier that exceeds its share, not a call of another', () => {
    expect(causeAfter(['ada', 'works', 5], ['ben', 'failed', 5], ['cleo', 'failed', 4], ['ada', 'failed', 1])).toBe(
      'callers',
    );
    expect(causeAfter(['ada', 'works', 5], ['ben', 'failed', 4], ['cleo', 'failed', 4])).toBeUndefined();
  });

  it.each([
    { works: 0, fails: 9, cause: undefined },
    { works: 0, fails: 10, cause: 'connection' },
    { works: 20, fails: 9, cause: undefined },
    { works: 20, fails: 10, cause: 'connection' },
  ])('fails with one caller whose calls do not get through: $fails after $works', ({ works, fails, cause }) => {
    expect(causeAfter(['ada', 'works', works], ['ada', 'unreachable', fails])).toBe(cause);
  });

  it('fails when the calls of two callers do not get through', () => {
    expect(causeAfter(['ada', 'works', 3], ['ben', 'works', 3], ['ada', 'unreachable', 5])).toBeUndefined();
    expect(
      causeAfter(['ada', 'works', 3], ['ben', 'works', 3], ['ada', 'unreachable', 5], ['ben', 'unreachable', 5]),
    ).toBe('connection');
  });

  it('does not fail when the calls of one caller do not get through, but those of another do', () => {
    expect(causeAfter(['ben', 'works', 1], ['ada', 'unreachable', 100])).toBeUndefined();
    expect(causeAfter(['ben', 'failed', 1], ['ada', 'unreachable', 100])).toBeUndefined();
  });

  it('knows whether it fails because the platform cannot be reached', () => {
    const works: [string, CallOutcome, number] = ['fay', 'works', 1];
    expect(causeAfter(works, ['ada', 'unreachable', 4], ['ben', 'unreachable', 4], ['cleo', 'failed', 4])).toBe(
      'connection',
    );
    expect(causeAfter(works, ['ada', 'unreachable', 4], ['ben', 'failed', 4], ['cleo', 'failed', 4])).toBe('callers');
  });
});
