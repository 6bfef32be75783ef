import { describe, expect, it } from 'vitest';
import { EventCursorError } from '../../../src/infrastructure/event-stream/event-feed.ts';
import { createMemoryEventLog } from '../../../src/infrastructure/event-stream/memory-event-log.ts';
import { createGate, settled } from '../../support/gate.ts';
import { closedFeeds, idsOf, newEvent, take } from './feed-lab.ts';

const open = closedFeeds();
const done = { done: true, value: undefined };

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

  it('ends when it returns, and a waiting read when the feed is closed', async () => {
    const { openAtEnd, emit, feed } = open();
    const [one, other] = [await openAtEnd('acme'), await openAtEnd('acme')];
    await emit('acme');
    await take(one, 1);
    await one.return?.();
    expect(feed.status()).toEqual({ readers: 1, organizations: 1 });
    await take(other, 1);
    const waiting = other.next();
    feed.close();

    expect(await waiting).toEqual(done);
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

  it('gets an error when events after its position were removed, while others continue', async () => {
    const log = createMemoryEventLog({ maxEvents: 5, maxOrganizations: 10 });
    const { open: openReader, end, append, emit, openAtEnd } = open({ log });
    const start = await end('acme');
    const ids = await append('acme', 8);
    const [lost, near] = [openReader('acme', start), openReader('acme', { ...start, position: 3 })];
    const atEnd = await openAtEnd('acme');
    // The two readers wait for the same page.
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

  it('gets an error instead of missing events when a page has a gap', async () => {
    const { openAtEnd, open: openReader, append, end, read } = open();
    const after = await end('acme');
    await append('acme', 3);
    await openAtEnd('acme');
    read.mockResolvedValueOnce([{ ...newEvent(), position: 2 }]);

    await expect(openReader('acme', after).next()).rejects.toThrow(EventCursorError);
  });
});
