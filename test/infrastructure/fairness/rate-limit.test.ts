import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createRateLimit,
  openSharedCounters,
  type SharedCounters,
} from '../../../src/infrastructure/fairness/rate-limit.ts';
import { testRedisUrl } from '../../support/network/fake-redis.ts';
import { useClosing } from '../../support/resource.ts';

const startedAt = new Date('2026-03-02T12:00:00Z').getTime();

const closing = useClosing();

async function openRedis(url: string, namespace: string) {
  const counters = closing(openSharedCounters({ url, namespace, log: pino({ level: 'silent' }) }));
  const probe = counters.open({ name: 'probe', points: 1, duration: 1 });
  await vi.waitFor(async () => expect(await probe.run(async () => 'reached')).toBe('reached'));
  return counters;
}

/** Opens a limit of 100 points per minute. */
type OpenLimit = () => ReturnType<typeof createRateLimit>;

function describeCounting(openLimit: () => OpenLimit) {
  const limitOf100 = () => openLimit()();

  it('grants points up to the limit exactly, and rejects the next one without spending any', async () => {
    const limit = limitOf100();

    expect(await limit.reserve('ada', 60)).toMatchObject({ isGranted: true, balance: { remaining: 40 } });
    expect(await limit.reserve('ada', 41)).toMatchObject({ isGranted: false, balance: { remaining: 40 } });
    expect(await limit.reserve('ada', 40)).toMatchObject({ isGranted: true, balance: { remaining: 0 } });
    expect(await limit.reserve('ada', 1)).toMatchObject({ isGranted: false, balance: { remaining: 0 } });
    expect(await limit.balance('ada')).toMatchObject({ remaining: 0 });
  });

  it('counts each key on its own', async () => {
    const limit = limitOf100();
    await limit.reserve('ada', 100);

    expect(await limit.reserve('ben', 100)).toMatchObject({ isGranted: true });
    expect(await limit.balance('cleo')).toMatchObject({ remaining: 100 });
  });

  it('returns the points that were not spent, once', async () => {
    const limit = limitOf100();
    const reservation = await limit.reserve('ada', 80);

    expect(await reservation.charge(30)).toMatchObject({ remaining: 70 });
    expect(await reservation.charge(0)).toMatchObject({ remaining: 70 });
    expect(await limit.balance('ada')).toMatchObject({ remaining: 70 });
  });

  it('returns no more than was reserved', async () => {
    const limit = limitOf100();
    const reservation = await limit.reserve('ada', 10);

    expect(await reservation.charge(-500)).toMatchObject({ remaining: 100 });
    expect(await limit.reserve('ada', 101)).toMatchObject({ isGranted: false });
  });

  it('takes the points that were spent beyond the reservation', async () => {
    const limit = limitOf100();
    const reservation = await limit.reserve('ada', 10);

    expect(await reservation.charge(130)).toMatchObject({ remaining: 0 });
    expect(await limit.reserve('ada', 1)).toMatchObject({ isGranted: false });
  });

  it('returns nothing for a rejected reservation', async () => {
    const limit = limitOf100();
    await limit.reserve('ada', 90);
    const refused = await limit.reserve('ada', 20);

    expect(await refused.charge(0)).toMatchObject({ remaining: 10 });
    expect(await limit.balance('ada')).toMatchObject({ remaining: 10 });
  });

  it('never grants more than the limit to concurrent reservations', async () => {
    const limit = limitOf100();
    const reservations = await Promise.all(Array.from({ length: 50 }, () => limit.reserve('ada', 7)));

    expect(reservations.filter(({ isGranted }) => isGranted)).toHaveLength(14);
    expect(await limit.balance('ada')).toMatchObject({ remaining: 2 });
  });
}

describe('a rate limit in memory', () => {
  beforeEach(() => void vi.useFakeTimers({ now: startedAt, toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());
  const openLimit = () => createRateLimit({ name: 'cost', points: 100, windowSeconds: 60 });

  describeCounting(() => openLimit);

  it('restores all points when the window ends, which began with the first reservation', async () => {
    const limit = openLimit();
    await limit.reserve('ada', 70);
    vi.setSystemTime(startedAt + 20_000);
    await limit.reserve('ada', 30);
    vi.setSystemTime(startedAt + 59_999);
    expect((await limit.reserve('ada', 1)).isGranted).toBe(false);
    expect((await limit.balance('ada')).resetAt).toBe(startedAt + 60_000);

    vi.setSystemTime(startedAt + 60_000);
    expect(await limit.balance('ada')).toMatchObject({ remaining: 100 });
    expect(await limit.reserve('ada', 100)).toMatchObject({
      isGranted: true,
      balance: { remaining: 0, resetAt: startedAt + 120_000 },
    });
  });

  it('adds no points to a window from a reservation of the window before', async () => {
    const limit = openLimit();
    const reservation = await limit.reserve('ada', 100);
    vi.setSystemTime(startedAt + 61_000);

    expect(await reservation.charge(0)).toMatchObject({ remaining: 100 });
    await limit.reserve('ada', 100);
    expect(await limit.reserve('ada', 1)).toMatchObject({ isGranted: false });
  });
});

describe.runIf(testRedisUrl)('a rate limit in Redis', { tags: 'server' }, () => {
  let namespace: string;
  let shared: SharedCounters;
  beforeEach(async () => {
    namespace = randomUUID();
    shared = await openRedis(testRedisUrl ?? '', namespace);
  });
  const openLimit = (counters: SharedCounters) =>
    createRateLimit({ name: 'cost', points: 100, windowSeconds: 60, shared: counters });

  describeCounting(() => () => openLimit(shared));

  it('is shared by nodes of one deployment, and by no other', async () => {
    const [first, second] = [openLimit(shared), openLimit(await openRedis(testRedisUrl ?? '', namespace))];
    const other = openLimit(await openRedis(testRedisUrl ?? '', randomUUID()));

    expect(await first.reserve('ada', 60)).toMatchObject({ isGranted: true });
    expect(await second.reserve('ada', 41)).toMatchObject({ isGranted: false, balance: { remaining: 40 } });
    expect(await second.reserve('ada', 40)).toMatchObject({ isGranted: true, balance: { remaining: 0 } });
    expect(await other.reserve('ada', 100)).toMatchObject({ isGranted: true });
  });
});
