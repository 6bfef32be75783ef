import { afterEach, describe, expect, it, vi } from 'vitest';
import { EventCursorError } from '../../src/event-stream/event-feed.ts';
import { createMemoryEventLog } from '../../src/event-stream/memory-event-log.ts';
import { pageSize, ringSize } from '../../src/event-stream/topic.ts';
import { createGate, settled } from '../support/gate.ts';
import { randomFrom } from '../support/random.ts';
import { type FeedLabOptions, idsOf, newEvent, openFeed, take } from './feed-lab.ts';

const labs: ReturnType<typeof openFeed>[] = [];
const open = (options?: FeedLabOptions) => {
  const lab = openFeed(options);
  labs.push(lab);
  return lab;
};
afterEach(() => {
  vi.useRealTimers();
  for (const lab of labs.splice(0)) lab.close();
});

const done = { done: true, value: undefined };
const down = new Error('The database is down.');

describe('a reader of the event feed', () => {
  it('gets no events of other organizations', async () => {
    const { openAtEnd, emit } = open();
    const [acme, globex] = [await openAtEnd('acme'), await openAtEnd('globex')];
    const reading = take(globex, 2);
    const first = await emit('acme', 3);
    const second = await emit('globex', 2);

    expect(idsOf(await reading)).toEqual(second);
    expect(idsOf(await take(acme, 3))).toEqual(first);
  });

  it('misses no event that is added while it begins', async () => {
    const { openAtEnd, open: openReader, emit, ends, log } = open();
    await openAtEnd('acme');
    const gate = createGate();
    ends.mockImplementationOnce(async (organizations) => {
      const found = await log.ends(organizations);
      await gate.pass();
      return found;
    });
    const reader = openReader('globex');
    await gate.whenWaiting(1);
    const ids = await emit('globex');
    gate.open();

    expect(idsOf(await take(reader, 1))).toEqual(ids);
  });

  it('ends at once when its signal is aborted, also while the log does not answer, and is removed', async () => {
    const { open: openReader, openAtEnd, end, append, feed, ends, read } = open();
    const never = () => new Promise<never>(() => {});
    const controllers = Array.from({ length: 4 }, () => new AbortController());
    const [idle, behind, joining, unused] = controllers.map(({ signal }) => signal);
    await openAtEnd('initech');
    const after = await end('acme');
    await append('acme', 1);
    const waiting = [openReader('acme', undefined, idle).next()];
    await settled();
    read.mockImplementation(never);
    waiting.push(openReader('acme', after, behind).next());
    await settled();
    ends.mockImplementation(never);
    waiting.push(openReader('globex', undefined, joining).next());
    openReader('umbrella', undefined, unused);
    expect(feed.status()).toEqual({ readers: 5, organizations: 4 });
    for (const controller of controllers) controller.abort();

    expect(await Promise.all(waiting)).toEqual([done, done, done]);
    expect(feed.status()).toEqual({ readers: 1, organizations: 1 });
    const late = openReader('acme', undefined, AbortSignal.abort());
    expect(await late.next()).toEqual(done);
    expect(feed.status()).toEqual({ readers: 1, organizations: 1 });
  });

  it('ends a waiting read when it returns, and when the feed is closed', async () => {
    const { open: openReader, feed } = open();
    const [one, other] = [openReader('acme'), openReader('acme')];
    const waiting = [one.next(), other.next()];
    await one.return?.();
    expect(await waiting[0]).toEqual(done);
    feed.close();

    expect(await waiting[1]).toEqual(done);
    expect(await other.next()).toEqual(done);
    expect(feed.status()).toEqual({ readers: 0, organizations: 0 });
  });

  it('can ask for several events at once', async () => {
    const { openAtEnd, emit } = open();
    const reader = await openAtEnd('acme');
    const reading = [reader.next(), reader.next(), reader.next()];
    const ids = await emit('acme', 3);

    expect((await Promise.all(reading)).map(({ value }) => value?.id)).toEqual(ids);
  });

  it('gets an error for positions that are not stored', async () => {
    const { open: openReader, end, append, feed } = open();
    await append('acme', 2);
    const current = await end('acme');
    const readers = [
      openReader('acme', { ...current, generation: 'another' }),
      openReader('acme', { ...current, position: 3 }),
    ];
    for (const reader of readers) {
      await expect(reader.next()).rejects.toThrow(EventCursorError);
      expect(await reader.next()).toEqual(done);
    }
    expect(feed.status().readers).toBe(0);
  });

  it('gets an error when events behind it were removed, while others continue', async () => {
    const log = createMemoryEventLog({ maxEvents: 5, maxOrganizations: 10 });
    const { open: openReader, end, append, emit, openAtEnd } = open({ log });
    const start = await end('acme');
    const ids = await append('acme', 8);
    const [lost, near] = [openReader('acme', start), openReader('acme', { ...start, position: 3 })];
    const atEnd = await openAtEnd('acme');
    // Both wait for the same page.
    const reading = Promise.allSettled([lost.next(), take(near, 5)]);

    expect((await reading).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    await near.return?.();
    const again = openReader('acme', { ...start, position: 3 });
    expect(idsOf(await take(again, 5))).toEqual(ids.slice(3));
    const added = await emit('acme');
    expect(idsOf([...(await take(again, 1)), ...(await take(atEnd, 1))])).toEqual([...added, ...added]);
  });

  it('gets an error when the log begins another generation, and can begin again', async () => {
    const log = createMemoryEventLog({ maxEvents: 5, maxOrganizations: 1 });
    const { openAtEnd, emit, append, changes } = open({ log });
    const reader = await openAtEnd('acme');
    const [idle, late] = [reader.next(), await openAtEnd('acme')];
    await append('globex');
    changes.publish({ all: true });

    await expect(idle).rejects.toThrow(EventCursorError);
    await expect(late.next()).rejects.toThrow(EventCursorError);
    const again = await openAtEnd('acme');
    const ids = await emit('acme', 2);
    expect(idsOf(await take(again, 2))).toEqual(ids);
  });

  it.each([
    ['its end moves backwards', async (position: number) => ({ ends: position - 1, first: position })],
    ['it has a gap', async (position: number) => ({ ends: position + 2, first: position + 2 })],
  ])('gets an error instead of missing events when %s', async (_name, fault) => {
    const { openAtEnd, emit, end, ends, read, changes } = open();
    const reader = await openAtEnd('acme');
    await emit('acme', 3);
    await take(reader, 3);
    const { generation } = await end('acme');
    const waiting = reader.next();
    const { ends: position, first } = await fault(3);
    ends.mockResolvedValue(new Map([['acme', { generation, position }]]));
    read.mockResolvedValue([{ ...newEvent(), position: first }]);
    changes.publish({ all: true });

    await expect(waiting).rejects.toThrow(EventCursorError);
  });
});

describe('a reader of a log that begins another generation after three events', () => {
  /** Opens readers that have read the first event, two of five that the log then loses. */
  async function openInterrupted() {
    const lab = open({ hasGenerations: true });
    const start = await lab.end('acme');
    await lab.append('acme', 5);
    const readers = [lab.open('acme', start), lab.open('acme', start), lab.open('acme', start)] as const;
    const [near, far, idle] = readers;
    await take(near, 1);
    await take(far, 5);
    await take(idle, 3);
    const later = Array.from({ length: 3 }, (_, index) => ({ ...newEvent(), position: 4 + index }));
    const move = () => {
      lab.ends.mockImplementation(async () => new Map([['acme', { generation: 'second', position: 6 }]]));
      lab.read.mockImplementation(async (organization, { after, limit }) => {
        if (after.position >= 3) return later.slice(after.position - 3, after.position - 3 + limit);
        const old = await lab.log.read(organization, { after: { ...start, position: after.position }, limit });
        return [...old.slice(0, 3 - after.position), ...later];
      });
      lab.endOf.mockImplementation(async (_, generation) => (generation === start.generation ? 3 : undefined));
    };
    return { ...lab, start, near, far, idle, later, move };
  }

  it('continues, unless it has read events that were lost', async () => {
    const { near, far, idle, later, move, changes, endOf, open: openReader, start } = await openInterrupted();
    const waiting = far.next();
    move();
    changes.publish({ all: true });

    await expect(waiting).rejects.toThrow(EventCursorError);
    expect(idsOf(await take(near, 5)).slice(2)).toEqual(idsOf(later));
    const received = await take(idle, 3);
    expect(received).toEqual(later.map((event) => ({ ...event, generation: 'second' })));
    expect(endOf).toHaveBeenCalledTimes(1);
    expect(idsOf(await take(openReader('acme', { ...start, position: 3 }), 3))).toEqual(idsOf(later));
    await expect(openReader('acme', { ...start, position: 4 }).next()).rejects.toThrow(EventCursorError);
    await expect(openReader('acme', { generation: 'unknown', position: 0 }).next()).rejects.toThrow(EventCursorError);
  });

  it('waits while the end of the earlier generation cannot be read', async () => {
    const { idle, later, move, changes, endOf } = await openInterrupted();
    move();
    endOf.mockRejectedValueOnce(down);
    changes.publish({ all: true });
    await settled();
    const reading = take(idle, 3);
    changes.publish({ all: true });

    expect(idsOf(await reading)).toEqual(idsOf(later));
  });

  it('gets nothing that was read for the earlier generation', async () => {
    const { idle, later, move, changes, read } = await openInterrupted();
    const gate = createGate();
    read.mockImplementationOnce(async () => {
      await gate.pass();
      return [{ ...newEvent(), position: 6 }];
    });
    changes.publish({ organization: 'acme' });
    await gate.whenWaiting(1);
    move();
    changes.publish({ all: true });
    await settled();
    gate.open();
    await settled();

    expect(idsOf(await take(idle, 3))).toEqual(idsOf(later));
  });

  it('continues in the latest generation if the log moves again meanwhile', async () => {
    const { idle, move, changes, endOf, ends } = await openInterrupted();
    move();
    const gate = createGate();
    endOf.mockImplementationOnce(async () => {
      await gate.pass();
      return 3;
    });
    changes.publish({ all: true });
    await gate.whenWaiting(1);
    ends.mockImplementation(async () => new Map([['acme', { generation: 'third', position: 2 }]]));
    endOf.mockImplementation(async () => 2);
    changes.publish({ all: true });
    await settled();
    gate.open();
    await settled();
    changes.publish({ all: true });

    await expect(idle.next()).rejects.toThrow(EventCursorError);
  });
});

it('a slow reader gets an error instead of missing events when a page has a gap', async () => {
  const { openAtEnd, open: openReader, append, end, read } = open();
  const after = await end('acme');
  await append('acme', 3);
  await openAtEnd('acme');
  read.mockResolvedValueOnce([{ ...newEvent(), position: 2 }]);

  await expect(openReader('acme', after).next()).rejects.toThrow(EventCursorError);
});

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
    const ids = await append('acme', 3 * pageSize);
    const readers = Array.from({ length: 50 }, (_, position) => openReader('acme', { ...start, position }));
    const received = await Promise.all(readers.map((reader, index) => take(reader, ids.length - index)));

    expect(received.map((events) => idsOf(events))).toEqual(readers.map((_, index) => ids.slice(index)));
    // The new events of the open topic, and the pages.
    expect(read.mock.calls.length).toBeLessThanOrEqual(1 + 4);
  });

  it('looks at once for all readers that begin at the same time', async () => {
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

  it.each([1, 2, 3, 4, 5, 6])(
    'delivers every event once and in order, whatever happens when (seed %i)',
    async (seed) => {
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
    },
  );
});
