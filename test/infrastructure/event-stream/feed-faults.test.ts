import { afterEach, describe, expect, it, vi } from 'vitest';
import { pageSize } from '../../../src/infrastructure/event-stream/event-pages.ts';
import { ringSize } from '../../../src/infrastructure/event-stream/organization-stream.ts';
import { settled } from '../../support/gate.ts';
import { randomFrom } from '../../support/random.ts';
import { closedFeeds, idsOf, take } from './feed-lab.ts';

const open = closedFeeds();
afterEach(() => {
  vi.useRealTimers();
});

const done = { done: true, value: undefined };
const down = new Error('The database is down.');

describe('the event feed', () => {
  it('finds events whose changes were lost, with one statement for all organizations', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { openAtEnd, append, ends, feed, close } = open({ pollMs: 1_000 });
    expect(vi.getTimerCount()).toBe(0);
    expect(ends).not.toHaveBeenCalled();
    const [acme, globex] = [await openAtEnd('acme'), await openAtEnd('globex')];
    await openAtEnd('globex');
    const ids = await append('acme', 2);
    ends.mockClear();
    const idle = globex.next();
    vi.advanceTimersByTime(1_000);

    expect(idsOf(await take(acme, 2))).toEqual(ids);
    expect(ends.mock.calls).toEqual([[['acme', 'globex']]]);
    close();
    expect(await idle).toEqual(done);
    expect(feed.status()).toEqual({ readers: 0, organizations: 0 });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('waits while the log fails, says so once, and continues without a gap', async () => {
    const { openAtEnd, open: openReader, end, append, emit, ends, read, log, logged, changes } = open();
    const after = await end('acme');
    const old = await append('acme', 2);
    const idle = await openAtEnd('acme');
    const reading = take(idle, 3);
    ends.mockRejectedValue(down);
    read.mockRejectedValue(down);
    const ids = await emit('acme', 3);
    const late = take(openReader('acme', after), 5);
    await settled();
    changes.publish({ all: true });
    await settled();
    ends.mockImplementation(log.ends);
    changes.publish({ all: true });
    await settled();
    expect(logged).toEqual(['the event log cannot be read: subscriptions wait']);
    read.mockImplementation(log.read);
    changes.publish({ all: true });

    expect(idsOf(await reading)).toEqual(ids);
    expect(idsOf(await late)).toEqual([...old, ...ids]);
    expect(logged).toEqual(['the event log cannot be read: subscriptions wait', 'the event log can be read again']);
  });

  it('reads each page once for readers that are behind at about the same place', async () => {
    const { open: openReader, openAtEnd, end, append, read } = open();
    await openAtEnd('acme');
    const start = await end('acme');
    const ids = await append('acme', ringSize + 3 * pageSize);
    const readers = Array.from({ length: 50 }, (_, position) => openReader('acme', { ...start, position }));
    const received = await Promise.all(readers.map((reader, index) => take(reader, ids.length - index)));

    expect(received.map((events) => idsOf(events))).toEqual(readers.map((_, index) => ids.slice(index)));
    // At most two reads for the new events of the open stream, and four for the pages.
    expect(read.mock.calls.length).toBeLessThanOrEqual(2 + 4);
  });

  it('reads the end of the stream once for readers that begin at the same time', async () => {
    const { open: openReader, emit, ends } = open();
    const reading = Array.from({ length: 500 }, () => take(openReader('acme'), 1));
    await settled();
    const ids = await emit('acme');

    expect(new Set((await Promise.all(reading)).flatMap(idsOf))).toEqual(new Set(ids));
    expect(ends.mock.calls.length).toBeLessThanOrEqual(2);
  });

  it('calls listeners of an activity until they end', async () => {
    const { feed, changes } = open();
    const calls: string[] = [];
    const stops = ['one', 'two'].map((name) => feed.onActivityChanged('act_1', () => calls.push(name)));
    feed.onActivityChanged('act_2', () => calls.push('other'));
    changes.publish({ activity: 'act_1' });
    stops[0]?.();
    changes.publish({ activity: 'act_1' });
    changes.publish({ activity: 'act_3' });
    changes.publish({ all: true });

    expect(calls).toEqual(['one', 'two', 'two', 'two', 'other']);
  });

  it.each([1, 2, 3, 4, 5, 6])('delivers every event once and in order in any interleaving (seed %i)', async (seed) => {
    const random = randomFrom(seed);
    const { open: openReader, append, changes, ends, read, log, end } = open();
    const turn = async () => {
      for (let turns = random.int(0, 4); turns > 0; turns -= 1) await new Promise((resolve) => setImmediate(resolve));
      if (random.chance(10)) throw down;
    };
    ends.mockImplementation(async (organizations) => {
      await turn();
      const found = await log.ends(organizations);
      await turn();
      return found;
    });
    read.mockImplementation(async (organization, range) => {
      await turn();
      const found = await log.read(organization, range);
      await turn();
      return found;
    });
    const start = await end('acme');
    const ids: string[] = [];
    const readers: { from: number; received: string[]; isDone: Promise<void> }[] = [];
    const total = 3 * ringSize;
    while (ids.length < total) {
      const from = random.pick([ids.length, random.int(0, ids.length)]);
      if (readers.length < 20 && random.chance(30)) {
        const reader = openReader('acme', { ...start, position: from });
        const received: string[] = [];
        const isDone = (async () => {
          while (received.length < total - from) {
            const { value } = await reader.next();
            received.push(value?.id ?? '');
            if (random.chance(5)) await settled();
          }
        })();
        readers.push({ from, received, isDone });
      }
      ids.push(...(await append('acme', Math.min(total - ids.length, random.pick([1, 2, pageSize + 1])))));
      if (random.chance(70)) changes.publish({ organization: 'acme' });
      if (random.chance(20)) changes.publish({ all: true });
      await new Promise((resolve) => setImmediate(resolve));
    }
    const polling = setInterval(() => changes.publish({ all: true }), 1);
    await Promise.all(readers.map(({ isDone }) => isDone));
    clearInterval(polling);

    for (const { from, received } of readers) expect(received).toEqual(ids.slice(from));
  });
});
