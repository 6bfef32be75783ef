import { describe, expect, it } from 'vitest';
import { EventCursorError, type StreamEvent } from '../../../src/infrastructure/event-stream/event-feed.ts';
import { createGate, settled } from '../../support/gate.ts';
import { closedFeeds, idsOf, newEvent, take } from './feed-lab.ts';

const open = closedFeeds();

describe('a reader of a log that begins another generation after three events', () => {
  /** Opens readers that have read one, five and three of five events. `move` loses the last two. */
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
    endOf.mockRejectedValueOnce(new Error('Redis is down.'));
    changes.publish({ all: true });
    await settled();
    const reading = take(idle, 3);
    changes.publish({ all: true });

    expect(idsOf(await reading)).toEqual(idsOf(later));
  });

  it('begins where the stream ended at first, although the others have to wait', async () => {
    const { move, changes, endOf, ends, later, open: openReader } = await openInterrupted();
    move();
    ends.mockImplementationOnce(async () => new Map([['acme', { generation: 'second', position: 4 }]]));
    endOf.mockRejectedValueOnce(new Error('Redis is down.'));
    const reading = take(openReader('acme'), 2);
    await settled();
    changes.publish({ all: true });

    expect(idsOf(await reading)).toEqual(idsOf(later.slice(1)));
  });

  it.each([
    ['an event', async () => [{ ...newEvent(), position: 6 }]],
    [
      'that events are lost',
      async () => {
        throw new EventCursorError();
      },
    ],
  ])('ignores %s if the earlier generation is read after the next one has begun', async (_, readLate) => {
    const { idle, later, move, changes, read } = await openInterrupted();
    const gate = createGate();
    read.mockImplementationOnce(async () => {
      await gate.pass();
      return readLate();
    });
    changes.publish({ organization: 'acme' });
    await gate.whenWaiting(1);
    move();
    changes.publish({ all: true });
    await settled();
    gate.open();
    await settled();
    changes.publish({ all: true });
    await settled();

    expect(idsOf(await take(idle, 3))).toEqual(idsOf(later));
  });

  it('continues if a page of the earlier generation turns out to be missing', async () => {
    const {
      openAtEnd,
      open: openReader,
      end,
      append,
      changes,
      log,
      ends,
      endOf,
      read,
    } = open({ hasGenerations: true });
    const start = await end('acme');
    const ids = await append('acme', 3);
    await openAtEnd('acme');
    const [old, current] = [createGate(), createGate()];
    read.mockImplementationOnce(async () => {
      await old.pass();
      throw new EventCursorError();
    });
    const reading = take(openReader('acme', start), 3);
    await old.whenWaiting(1);
    ends.mockResolvedValue(new Map([['acme', { generation: 'second', position: 3 }]]));
    endOf.mockResolvedValue(3);
    read.mockImplementation(async (organization, { after: { position }, limit }) => {
      await current.pass();
      return log.read(organization, { after: { ...start, position }, limit });
    });
    changes.publish({ all: true });
    await current.whenWaiting(1);
    old.open();
    await settled();
    current.open();

    expect(idsOf(await reading)).toEqual(ids);
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

describe('a reader of a log that restarts empty', () => {
  const second = { generation: 'second', position: 2 };

  /** Opens a reader that has read all of five events, and one that has read the first. */
  async function openBeforeRestart() {
    const lab = open({ hasGenerations: true });
    const start = await lab.end('acme');
    await lab.append('acme', 5);
    const readers = { current: lab.open('acme', start), behind: lab.open('acme', start) };
    await take(readers.current, 5);
    await take(readers.behind, 1);
    const added = [1, 2].map((position) => ({ ...newEvent(), position }));
    const restart = () => {
      lab.ends.mockImplementation(async () => new Map([['acme', second]]));
      lab.read.mockImplementation(async (_, { after, limit }) => {
        if (after.generation !== second.generation) throw new EventCursorError();
        return added.slice(after.position, after.position + limit);
      });
    };
    return { ...lab, ...readers, start, added, restart };
  }

  it.each([{ all: true } as const, { organization: 'acme' }])(
    'continues if it has read everything (after %o)',
    async (change) => {
      const { current, behind, added, restart, changes } = await openBeforeRestart();
      const waiting = take(current, 2);
      restart();
      changes.publish(change);

      expect(await waiting).toEqual(added.map((event) => ({ ...event, generation: 'second' })));
      await expect(behind.next()).rejects.toThrow(EventCursorError);
    },
  );

  it('continues after it has subscribed again, also if the log fails at first', async () => {
    const { start, added, restart, changes, endOf, open: openReader } = await openBeforeRestart();
    restart();
    changes.publish({ all: true });
    await settled();
    endOf.mockRejectedValueOnce(new Error('Redis is down.'));
    const reading = take(openReader('acme', { ...start, position: 5 }), 2);
    await settled();
    changes.publish({ all: true });

    expect(idsOf(await reading)).toEqual(idsOf(added));
    for (const position of [0, 4, 6]) {
      await expect(openReader('acme', { ...start, position }).next()).rejects.toThrow(EventCursorError);
    }
  });

  describe.each([
    ['fails', () => Promise.reject(new Error('Redis is down.'))],
    ['finds nothing', async () => []],
  ])('while a read of the earlier generation is pending that %s', (_, readLate) => {
    /** Moves the log to an empty generation while the earlier one is read. */
    async function restartWhileReading(readNext: () => Promise<StreamEvent[]>) {
      const lab = await openBeforeRestart();
      const gate = createGate();
      lab.read.mockImplementationOnce(async () => {
        await gate.pass();
        return readLate();
      });
      lab.changes.publish({ organization: 'acme' });
      await gate.whenWaiting(1);
      lab.ends.mockResolvedValue(new Map([['acme', { generation: 'second', position: 0 }]]));
      lab.read.mockImplementation(readNext);
      lab.changes.publish({ all: true });
      await settled();
      gate.open();
      await settled();
      return lab;
    }

    it('receives an event of the new generation that was announced meanwhile', async () => {
      const event = { ...newEvent(), position: 1 };
      const { current } = await restartWhileReading(async () => [event]);
      expect(idsOf(await take(current, 1))).toEqual([event.id]);
    });

    it('continues if the log restarts empty again', async () => {
      const { current, added, ends, read, changes } = await restartWhileReading(async () => []);
      ends.mockResolvedValue(new Map([['acme', { generation: 'third', position: 2 }]]));
      read.mockResolvedValue(added);
      changes.publish({ all: true });
      expect(idsOf(await take(current, 2))).toEqual(idsOf(added));
    });
  });

  it('ends if an event was announced that could not be read', async () => {
    const { current, read, restart, changes, logged } = await openBeforeRestart();
    const waiting = current.next();
    read.mockRejectedValueOnce(new Error('Redis is down.'));
    changes.publish({ organization: 'acme' });
    await settled();
    expect(logged).toEqual(['the event log cannot be read: subscriptions wait']);
    restart();
    changes.publish({ all: true });

    await expect(waiting).rejects.toThrow(EventCursorError);
  });

  it('ends if its generation is the same but its events are missing', async () => {
    const { current, read, changes, append } = await openBeforeRestart();
    const waiting = current.next();
    read.mockRejectedValue(new EventCursorError());
    await append('acme');
    changes.publish({ organization: 'acme' });

    await expect(waiting).rejects.toThrow(EventCursorError);
  });

  it('ends if the log does not know its generations', async () => {
    const lab = open();
    const reader = await lab.openAtEnd('acme');
    const waiting = reader.next();
    lab.ends.mockImplementation(async () => new Map([['acme', second]]));
    lab.changes.publish({ all: true });

    await expect(waiting).rejects.toThrow(EventCursorError);
  });
});
