import { describe, expect, it, vi } from 'vitest';
import type { ProblemCode } from '../../../../src/tools/errors/error-codes.ts';
import { failureOf } from '../scripted-connector.ts';
import { callersConnector, pausedConnection } from './callers-connector.ts';
import { useStoppedClock } from '../../../support/stopped-clock.ts';

useStoppedClock();

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

  it('keeps it closed when a probe fails that was sent before', async () => {
    const { fail, read, readTimes, connector } = callersConnector();
    fail('UPSTREAM_UNAVAILABLE', 'ada');
    await readTimes(10, 'ada');
    await vi.advanceTimersByTimeAsync(1_000);
    const probe = failureOf(read('ada'));
    connector.reportReachable();

    expect(await probe).toMatchObject({ message: 'It ended with UPSTREAM_UNAVAILABLE.' });
    expect(connector.status()[0]).toMatchObject({ breaker: 'closed' });
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
