import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { maxIdentifiers, type ResilienceOverrides } from '../../../../src/connector/resilience/settings.ts';
import type { ProblemCode } from '../../../../src/tools/errors/error-codes.ts';
import { talentTools } from '../../../../src/tools/talent/talent-tools.ts';
import { failing, failureOf, scriptedConnector } from '../scripted-connector.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const pausedConnection = 'lists_get was not called: its connection keeps failing, so calls are paused for a while.';
const pausedCaller = "lists_get was not called: this caller's calls keep failing, so they are paused for a while.";

/** A connector without retries whose calls fail with the code that `faults` has for their identifier. */
function callersConnector(resilience: ResilienceOverrides = { maxRetries: 0 }) {
  const faults = new Map<string, ProblemCode>();
  const scripted = scriptedConnector({
    answer: async ({ identifier }) => {
      const code = faults.get(identifier);
      if (code) throw failing(code);
      return { id: 'lst_1', name: 'Founders' };
    },
    resilience,
  });
  const read = (identifier: string) => scripted.open({ identifier }).call(talentTools.lists_get, { id: 'lst_1' });
  return {
    ...scripted,
    read,
    /** Makes every call of these identifiers fail; without a code, makes it succeed again. */
    fail(code: ProblemCode | undefined, ...identifiers: string[]) {
      for (const identifier of identifiers) {
        if (code) faults.set(identifier, code);
        else faults.delete(identifier);
      }
    },
    async readTimes(count: number, ...identifiers: string[]) {
      for (let index = 0; index < count; index += 1) {
        for (const identifier of identifiers) await read(identifier).catch(() => {});
      }
    },
    sentBy: (identifier: string) => scripted.sent.filter((call) => call.identifier === identifier).length,
    messages: () => scripted.logged.map(({ msg }) => msg),
  };
}

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
      msg: 'the paused calls of a caller work again',
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

describe('several callers whose calls keep failing', () => {
  it('are paused alone if there are two of them', async () => {
    const { fail, readTimes, sentBy } = callersConnector();
    fail('UPSTREAM_ERROR', 'ada', 'ben');
    await readTimes(50, 'ada', 'ben', 'cleo');

    expect([sentBy('ada'), sentBy('ben'), sentBy('cleo')]).toEqual([10, 10, 50]);
  });

  it('pause the connection if there are three of them', async () => {
    const { fail, read, readTimes, sent, logged, connector } = callersConnector();
    fail('UPSTREAM_ERROR', 'ada', 'ben', 'cleo');
    await readTimes(50, 'ada', 'ben', 'cleo');

    expect(sent).toHaveLength(10);
    expect(await failureOf(read('dan'))).toMatchObject({ message: pausedConnection, retryAfterMs: 1_000 });
    expect(connector.status()[0]).toMatchObject({ breaker: 'open', pausedIdentifiers: 0 });
    expect(logged).toMatchObject([
      { level: 40, cause: 'callers', msg: 'a connection keeps failing: its calls are paused' },
    ]);
  });

  it('do not keep it paused: a probe of any other caller closes it', async () => {
    const { fail, read, readTimes, sentBy } = callersConnector();
    fail('UPSTREAM_ERROR', 'ada', 'ben', 'cleo');
    await readTimes(10, 'ada', 'ben', 'cleo');
    await vi.advanceTimersByTimeAsync(1_000);
    const before = sentBy('ada');
    await readTimes(2, 'ada');
    expect(sentBy('ada')).toBe(before + 1);

    expect(await read('dan')).toMatchObject({ id: 'lst_1' });
    expect(await read('dan')).toMatchObject({ id: 'lst_1' });
  });

  it('open it again for twice as long, and after the failed probes of three of them no other caller can probe', async () => {
    const { fail, read, readTimes, sent } = callersConnector();
    fail('UPSTREAM_ERROR', 'ada', 'ben', 'cleo', 'dan');
    await readTimes(10, 'ada', 'ben', 'cleo');
    await vi.advanceTimersByTimeAsync(1_000);
    await readTimes(3, 'ada', 'ben', 'cleo', 'dan');
    expect(sent).toHaveLength(13);

    expect(await failureOf(read('eve'))).toMatchObject({ message: pausedConnection, retryAfterMs: 2_000 });
  });

  it('are probed after growing delays if only one of them still calls', async () => {
    const { fail, read, readTimes, sent } = callersConnector();
    fail('UPSTREAM_ERROR', 'ada', 'ben', 'cleo');
    await readTimes(10, 'ada', 'ben', 'cleo');
    await vi.advanceTimersByTimeAsync(1_000);
    await readTimes(5, 'ada');
    expect(await failureOf(read('ada'))).toMatchObject({ message: pausedConnection, retryAfterMs: 2_000 });
    await vi.advanceTimersByTimeAsync(2_000);
    await readTimes(5, 'ada');

    expect(sent).toHaveLength(12);
    expect(await failureOf(read('ada'))).toMatchObject({ message: pausedConnection, retryAfterMs: 4_000 });
  });
});

describe('a connection that cannot be reached', () => {
  it('is paused for its only caller; the next call of another one decides whether it is for all', async () => {
    const { fail, read, readTimes, sent } = callersConnector();
    fail('UPSTREAM_UNAVAILABLE', 'ada', 'ben');
    await readTimes(20, 'ada');
    expect(sent).toHaveLength(10);
    await readTimes(20, 'ben');
    expect(sent).toHaveLength(11);

    expect(await failureOf(read('cleo'))).toMatchObject({ message: pausedConnection });
  });

  it.each<ProblemCode | undefined>([undefined, 'NOT_FOUND', 'UPSTREAM_ERROR'])(
    'by its only caller is not paused for others, who get through: %s',
    async (code) => {
      const { fail, readTimes, sentBy, connector } = callersConnector();
      fail('UPSTREAM_UNAVAILABLE', 'ada');
      await readTimes(20, 'ada');
      fail(code, 'ben');
      await readTimes(1, 'ben');
      expect(connector.status()[0]).toMatchObject({ breaker: 'closed' });
      await readTimes(8, 'ben');

      expect(sentBy('ben')).toBe(9);
    },
  );

  it('by its only caller rejects no concurrent calls of another caller', async () => {
    const { fail, readTimes, read } = callersConnector();
    fail('UPSTREAM_UNAVAILABLE', 'ada');
    await readTimes(20, 'ada');

    expect(await Promise.all([read('ben'), read('cleo'), read('ben'), read('dan')])).toHaveLength(4);
  });

  it.each([
    ['two callers', ['ada', 'ben']],
    ['three callers', ['ada', 'ben', 'cleo']],
  ])('is paused for everybody after ten calls of %s', async (_, identifiers) => {
    const { fail, read, readTimes, sent, logged } = callersConnector();
    fail('UPSTREAM_UNAVAILABLE', ...identifiers);
    await readTimes(20, ...identifiers);

    expect(sent).toHaveLength(10);
    expect(await failureOf(read('dan'))).toMatchObject({ message: pausedConnection });
    expect(logged).toMatchObject([{ cause: 'connection', msg: 'a connection keeps failing: its calls are paused' }]);
  });

  it('is used again after a probe that reaches the platform, although the service fails for its caller', async () => {
    const { fail, read, readTimes, connector } = callersConnector();
    fail('UPSTREAM_UNAVAILABLE', 'ada', 'ben');
    await readTimes(10, 'ada', 'ben');
    await vi.advanceTimersByTimeAsync(1_000);
    fail('UPSTREAM_ERROR', 'ada');
    expect(await failureOf(read('ada'))).toMatchObject({ code: 'UPSTREAM_ERROR' });

    expect(connector.status()[0]).toMatchObject({ breaker: 'closed' });
  });

  it('lets others probe at once when the probe of one caller times out', async () => {
    const { fail, read, readTimes, sentBy } = callersConnector();
    fail('UPSTREAM_UNAVAILABLE', 'ada', 'ben');
    await readTimes(10, 'ada', 'ben');
    await vi.advanceTimersByTimeAsync(1_000);
    fail('UPSTREAM_TIMEOUT', 'ada');
    fail(undefined, 'ben');
    await readTimes(2, 'ada');
    expect(sentBy('ada')).toBe(6);

    expect(await read('ben')).toMatchObject({ id: 'lst_1' });
  });

  it('does not pause a caller afterwards for failures that were those of the connection', async () => {
    const { fail, read, readTimes, sentBy } = callersConnector();
    fail('UPSTREAM_UNAVAILABLE', 'ada');
    await readTimes(10, 'ada');
    await vi.advanceTimersByTimeAsync(1_000);
    fail(undefined, 'ada');
    await read('ada');
    fail('UPSTREAM_ERROR', 'ada');
    await readTimes(8, 'ada');

    expect(sentBy('ada')).toBe(10 + 1 + 8);
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
        throw failing(index === 0 ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_ERROR');
      },
      resilience: { initialRetryDelayMs: 500, minCountedCalls: 2 },
    });
    const waiting = failureOf(open().call(talentTools.lists_get, { id: 'lst_1' }));
    await vi.advanceTimersByTimeAsync(0);
    for (const id of ['lst_2', 'lst_3']) await failureOf(open().call(talentTools.lists_get, { id }));
    await vi.advanceTimersByTimeAsync(500);

    expect(await waiting).toMatchObject({ message: pausedCaller });
    expect(sent).toHaveLength(3);
  });
});

describe('a platform that is found to be reachable', () => {
  it('closes a breaker that opened because it was not', async () => {
    const { fail, readTimes, sent, connector, messages } = callersConnector();
    fail('UPSTREAM_UNAVAILABLE', 'ada');
    await readTimes(10, 'ada');
    fail(undefined, 'ada');
    connector.reportReachable();
    expect(connector.status()[0]).toMatchObject({ breaker: 'closed' });
    await readTimes(5, 'ada');

    expect(sent).toHaveLength(15);
    expect(messages()).toEqual(['a connection keeps failing: its calls are paused', 'a paused connection works again']);
  });

  it('does not keep it closed: the first call that does not get through opens it, for twice as long', async () => {
    const { fail, read, readTimes, sent, connector } = callersConnector();
    fail('UPSTREAM_UNAVAILABLE', 'ada');
    await readTimes(10, 'ada');
    connector.reportReachable();
    await readTimes(5, 'ada');

    expect(sent).toHaveLength(11);
    expect(await failureOf(read('ada'))).toMatchObject({ message: pausedConnection, retryAfterMs: 2_000 });
  });

  it('lets one call probe at once if the breaker opened because of failing callers', async () => {
    const { fail, read, readTimes, sent, connector } = callersConnector();
    fail('UPSTREAM_ERROR', 'ada', 'ben', 'cleo');
    await readTimes(10, 'ada', 'ben', 'cleo');
    connector.reportReachable();
    expect(connector.status()[0]).toMatchObject({ breaker: 'open' });
    const [probe, rejected] = [read('dan'), failureOf(read('eve'))];
    expect(await rejected).toMatchObject({ message: pausedConnection });
    await probe;

    expect(await read('eve')).toMatchObject({ id: 'lst_1' });
    expect(sent).toHaveLength(12);
  });

  it('changes nothing while no breaker is open', async () => {
    const { readTimes, connector, logged } = callersConnector();
    await readTimes(3, 'ada');
    connector.reportReachable();

    expect(connector.status()).toEqual([
      { connectionName: 'talent', breaker: 'closed', pausedIdentifiers: 0, callsInFlight: 0, callsQueued: 0 },
      { connectionName: 'convo', breaker: 'closed', pausedIdentifiers: 0, callsInFlight: 0, callsQueued: 0 },
    ]);
    expect(logged).toEqual([]);
  });
});
