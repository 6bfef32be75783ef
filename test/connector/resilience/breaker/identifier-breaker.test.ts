import { describe, expect, it, vi } from 'vitest';
import { IdentifierBreaker } from '../../../../src/connector/resilience/breaker/identifier-breaker.ts';
import { maxIdentifiers } from '../../../../src/connector/resilience/settings.ts';
import type { ProblemCode } from '../../../../src/tools/errors/error-codes.ts';
import { talentTools } from '../../../../src/tools/talent/talent-tools.ts';
import { failing, failureOf, scriptedConnector } from '../scripted-connector.ts';
import { callersConnector, pausedCaller } from './callers-connector.ts';
import { useStoppedClock } from '../../../support/stopped-clock.ts';

useStoppedClock();

describe('the breaker of an identifier', () => {
  it.each([
    { works: 0, fails: 9, opens: false },
    { works: 0, fails: 10, opens: true },
    { works: 20, fails: 9, opens: false },
    { works: 20, fails: 10, opens: true },
    { works: 6, fails: 5, opens: false },
    { works: 5, fails: 5, opens: true },
  ])('after $works calls that worked, $fails that failed: opens is $opens', ({ works, fails, opens }) => {
    const breaker = new IdentifierBreaker(10);
    for (let call = 0; call < works; call += 1) breaker.record('works');
    for (let call = 0; call < fails; call += 1) breaker.record(call % 2 === 0 ? 'failed' : 'timed out');

    expect(breaker.circuit.state).toBe(opens ? 'open' : 'closed');
  });
});

describe('one caller whose calls keep failing', () => {
  it.each<ProblemCode>(['UPSTREAM_ERROR', 'UPSTREAM_TIMEOUT', 'UPSTREAM_UNAVAILABLE'])(
    'with %s is paused alone, and no call of another caller is rejected',
    async (code) => {
      const { fail, read, readTimes, sentBy } = callersConnector();
      fail(code, 'ada');
      await readTimes(20, 'ada');
      for (let index = 0; index < 200; index += 1) {
        await readTimes(5, 'ada');
        expect(await read('ben')).toMatchObject({ id: 'lst_1' });
      }

      expect(sentBy('ben')).toBe(200);
      expect(sentBy('ada')).toBe(code === 'UPSTREAM_UNAVAILABLE' ? 20 : 10);
      expect(await failureOf(read('ada'))).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', message: pausedCaller });
    },
  );

  it('is probed by its own calls, and continues once one of them works', async () => {
    const { fail, read, readTimes, sentBy } = callersConnector();
    fail('UPSTREAM_ERROR', 'ada');
    await readTimes(12, 'ada');
    await vi.advanceTimersByTimeAsync(1_000);
    await readTimes(3, 'ada');
    expect(sentBy('ada')).toBe(11);

    fail(undefined, 'ada');
    await vi.advanceTimersByTimeAsync(1_999);
    expect(await failureOf(read('ada'))).toMatchObject({ retryAfterMs: 1 });
    await vi.advanceTimersByTimeAsync(1);
    await readTimes(3, 'ada');
    expect(sentBy('ada')).toBe(14);
  });

  it('is logged with its identifier, at most once a minute', async () => {
    const { fail, readTimes, logged } = callersConnector();
    const openAndClose = async () => {
      fail('UPSTREAM_ERROR', 'ada');
      await readTimes(10, 'ada');
      fail(undefined, 'ada');
      await vi.advanceTimersByTimeAsync(1_000);
      await readTimes(1, 'ada');
    };
    for (let second = 0; second < 60; second += 1) await openAndClose();
    const paused = {
      level: 40,
      connectionName: 'talent',
      identifier: 'ada',
      probeInMs: 1_000,
      reason: 'It ended with UPSTREAM_ERROR.',
      msg: 'the calls of a caller keep failing: they are paused',
    };
    const continued = {
      level: 30,
      connectionName: 'talent',
      identifier: 'ada',
      msg: 'the calls of a caller work again: they are no longer paused',
    };
    expect(logged).toEqual([paused, continued]);

    await openAndClose();
    expect(logged).toEqual([paused, continued, paused, continued]);
  });

  it('is forgotten when more identifiers have called than breakers are stored', async () => {
    const { fail, readTimes, sentBy, connector } = callersConnector();
    const others = Array.from({ length: maxIdentifiers }, (_, index) => `caller ${index}`);
    fail('UPSTREAM_ERROR', 'ada');
    await readTimes(10, 'ada');
    await readTimes(1, ...others.slice(1), 'ada');
    expect(sentBy('ada')).toBe(10);
    expect(connector.status()[0]).toMatchObject({ pausedIdentifiers: 1 });
    await readTimes(1, ...others, 'ada');
    expect(sentBy('ada')).toBe(11);
    expect(connector.status()[0]).toMatchObject({ pausedIdentifiers: 0 });
  });
});

describe('a call that is retried', () => {
  const retrying = { initialRetryDelayMs: 1, maxSavedRetries: 1_000 };
  const ended = async (call: Promise<unknown>) => {
    const result = call.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10);
    return result;
  };

  it('counts once, however many attempts it takes', async () => {
    const { fail, read, sent } = callersConnector(retrying);
    fail('UPSTREAM_UNAVAILABLE', 'ada');
    for (let call = 0; call < 9; call += 1) await ended(read('ada'));
    expect(sent).toHaveLength(27);
    await ended(read('ada'));
    expect(sent).toHaveLength(30);
    await ended(read('ada'));
    expect(sent).toHaveLength(30);
  });

  it('counts as working if its last attempt works', async () => {
    const { open, sent } = scriptedConnector({
      answer: async (_call, index) => {
        if (index % 3 < 2) throw failing('UPSTREAM_UNAVAILABLE');
        return { id: 'lst_1', name: 'Founders' };
      },
      resilience: retrying,
    });
    for (let call = 0; call < 40; call += 1) await ended(open().call(talentTools.lists_get, { id: 'lst_1' }));

    expect(sent).toHaveLength(120);
  });

  it('makes no further attempt once calls are paused', async () => {
    const { open, sent } = scriptedConnector({
      answer: async (_call, index) => {
        throw failing(index === 0 ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_ERROR', { retryAfterMs: 100 });
      },
      resilience: { initialRetryDelayMs: 100, minCountedCalls: 2 },
    });
    const waiting = failureOf(open().call(talentTools.lists_get, { id: 'lst_1' }));
    await vi.advanceTimersByTimeAsync(0);
    for (const id of ['lst_2', 'lst_3']) await failureOf(open().call(talentTools.lists_get, { id }));
    await vi.advanceTimersByTimeAsync(200);

    expect(await waiting).toMatchObject({ message: pausedCaller });
    expect(sent).toHaveLength(3);
  });
});
