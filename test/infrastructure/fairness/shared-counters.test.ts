import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRateLimit, openSharedCounters } from '../../../src/infrastructure/fairness/rate-limit.ts';
import { type FakeRedis, replying, silent, startFakeRedis } from '../../support/network/fake-redis.ts';
import { captureLog } from '../../support/log-capture.ts';
import { useClosing } from '../../support/resource.ts';
import { timeLimit } from '../../support/time-limit.ts';

const gone = '40 the shared rate limits are unreachable: this process counts on its own';
const back = '30 the shared rate limits are back';

describe('a rate limit whose Redis', () => {
  let redis: FakeRedis;
  /** The spent points that the fake Redis reports, for every key. */
  let counted: number;
  const healthy = replying((command) => (command === 'EVAL' ? `*2\r\n:${counted}\r\n:60000\r\n` : '+OK\r\n'));

  beforeEach(async () => {
    counted = 10;
    redis = await startFakeRedis(healthy);
  });
  afterEach(() => redis.stop().catch(() => {}));
  const closing = useClosing();

  function openLimit() {
    const { log, lines: logged } = captureLog();
    const shared = closing(openSharedCounters({ url: redis.url, namespace: randomUUID(), log }));
    const limit = createRateLimit({ name: 'cost', points: 100, windowSeconds: 60, shared });
    return { limit, said: () => logged.map(({ level, msg }) => `${level} ${msg}`) };
  }

  /** Waits until the limit counts in Redis, where 77 points are spent, and not in this process. */
  const whenShared = (limit: ReturnType<typeof createRateLimit>) => {
    counted = 77;
    return vi.waitFor(async () => expect((await limit.reserve('probe', 0)).balance.remaining).toBe(23), timeLimit(20));
  };

  it('is down at startup counts in memory, says so once, and counts in Redis when it starts', async () => {
    await redis.stop();
    const { limit, said } = openLimit();

    expect(await limit.reserve('ada', 60)).toMatchObject({ isGranted: true, balance: { remaining: 40 } });
    expect(await limit.reserve('ada', 60)).toMatchObject({ isGranted: false, balance: { remaining: 40 } });
    await vi.waitFor(() => expect(said()).toEqual([gone]));
    await redis.restart();
    await whenShared(limit);
    expect(said()).toEqual([gone, back]);
  });

  it('dies while points are reserved returns them to no other counter', async () => {
    const { limit, said } = openLimit();
    await whenShared(limit);
    const reservation = await limit.reserve('ada', 60);
    await redis.stop();
    await vi.waitFor(() => expect(said()).toEqual([gone]));

    expect(await reservation.charge(0)).toMatchObject({ remaining: 23 });
    expect(await limit.reserve('ada', 100)).toMatchObject({ isGranted: true });
    expect(await limit.reserve('ada', 1)).toMatchObject({ isGranted: false });
  });

  it('hangs delays few reservations and makes none fail', async () => {
    const { limit, said } = openLimit();
    await whenShared(limit);
    redis.setBehaviour(silent);

    for (let count = 0; count < 100; count += 1) expect((await limit.reserve('ada', 1)).isGranted).toBe(true);
    expect(await limit.reserve('ada', 1)).toMatchObject({ isGranted: false, balance: { remaining: 0 } });
    expect(said()).toEqual([gone]);
  });

  it('sends invalid replies counts in memory', async () => {
    const { limit } = openLimit();
    await whenShared(limit);
    redis.setBehaviour(replying(() => '-ERR no scripts here\r\n'));

    expect(await limit.reserve('ada', 100)).toMatchObject({ isGranted: true, balance: { remaining: 0 } });
    expect(await limit.reserve('ada', 1)).toMatchObject({ isGranted: false });
  });
});
