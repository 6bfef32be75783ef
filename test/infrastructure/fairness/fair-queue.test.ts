import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createFairQueue } from '../../../src/infrastructure/fairness/fair-queue.ts';
import {
  createSlotQueue,
  QueueError,
  type Slot,
  type SlotLimits,
} from '../../../src/infrastructure/fairness/slot-queue.ts';
import { settled } from '../../support/gate.ts';
import { stopClock } from '../../support/stopped-clock.ts';

/** A queue whose tasks end when the test ends them. */
function openQueue(limits: SlotLimits = {}) {
  const queue = createFairQueue({
    maxRunning: 2,
    maxRunningPerKey: 2,
    maxWaiting: 100,
    maxWaitingPerKey: 50,
    ...limits,
  });
  const started: string[] = [];
  const running: { name: string; end: () => void }[] = [];
  return {
    queue,
    started,
    add(name: string, signal: AbortSignal = new AbortController().signal) {
      const result = queue.run({ key: name.slice(0, 1), signal }, async () => {
        started.push(name);
        await new Promise<void>((end) => running.push({ name, end }));
        return name;
      });
      result.catch(() => {});
      return result;
    },
    /** Ends the tasks that run, and those that start thereafter, in the order of their starts. */
    async endAll() {
      for (let task = running.shift(); task; task = running.shift()) {
        task.end();
        await settled();
      }
    },
    async endNext() {
      running.shift()?.end();
      await settled();
    },
  };
}

describe('a fair queue', () => {
  it('runs up to its limit at once and returns the results', async () => {
    const { queue, started, add, endAll } = openQueue();
    const results = ['a1', 'a2', 'a3'].map((name) => add(name));
    expect(started).toEqual(['a1', 'a2']);
    expect({ running: queue.running, waiting: queue.waiting }).toEqual({ running: 2, waiting: 1 });

    await endAll();
    expect(await Promise.all(results)).toEqual(['a1', 'a2', 'a3']);
    expect({ running: queue.running, waiting: queue.waiting }).toEqual({ running: 0, waiting: 0 });
  });

  it('limits the running tasks of each key, and other keys pass', async () => {
    const { started, add } = openQueue({ maxRunning: 3, maxRunningPerKey: 1 });
    for (const name of ['a1', 'a2', 'b1', 'a3', 'b2', 'c1']) void add(name);

    expect(started).toEqual(['a1', 'b1', 'c1']);
  });

  it('serves keys in turn, however many tasks one of them has', async () => {
    const { started, add, endAll } = openQueue({ maxRunning: 1 });
    for (const name of ['a0', 'a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2']) void add(name);
    await endAll();

    expect(started).toEqual(['a0', 'a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  it('gives the slot of a failed task to the next one', async () => {
    const { queue, started, add } = openQueue({ maxRunning: 1 });
    const failed = queue.run({ key: 'a', signal: new AbortController().signal }, () => Promise.reject(new Error('no')));
    void add('b1');

    await expect(failed).rejects.toThrow('no');
    await settled();
    expect(started).toEqual(['b1']);
  });

  it('drops an aborted task at once, without running it', async () => {
    const { queue, started, add, endAll } = openQueue({ maxRunning: 1 });
    void add('a1');
    const leaving = new AbortController();
    const left = add('b1', leaving.signal);
    void add('c1');
    expect(queue.waiting).toBe(2);

    leaving.abort(new Error('gone'));
    expect(queue.waiting).toBe(1);
    await expect(left).rejects.toThrow('gone');
    await endAll();
    expect(started).toEqual(['a1', 'c1']);
  });

  it('does not start a task that is aborted in the same tick as its turn comes', async () => {
    const { queue, started, add } = openQueue({ maxRunning: 1 });
    const leaving = new AbortController();
    const first = queue.run({ key: 'a', signal: leaving.signal }, async () => leaving.abort(new Error('gone')));
    const left = add('b1', leaving.signal);
    void add('c1');

    await first;
    await expect(left).rejects.toThrow('gone');
    await settled();
    expect(started).toEqual(['c1']);
  });

  it('rejects a task beyond the waiting tasks of its key, and accepts those of others', async () => {
    const { queue, add } = openQueue({ maxRunning: 1, maxWaitingPerKey: 2 });
    for (const name of ['a0', 'a1', 'a2']) void add(name);

    await expect(add('a3')).rejects.toBeInstanceOf(QueueError);
    void add('b1');
    expect(queue.waiting).toBe(3);
  });

  it('makes room for others at the expense of the key with the most waiting tasks', async () => {
    const { started, add, endAll } = openQueue({ maxRunning: 1, maxWaiting: 3 });
    const added = ['a0', 'a1', 'a2', 'a3'].map((name) => add(name));
    void add('b1');

    await expect(added[3]).rejects.toBeInstanceOf(QueueError);
    await expect(add('a4')).rejects.toBeInstanceOf(QueueError);
    await endAll();
    expect(started).toEqual(['a0', 'a1', 'b1', 'a2']);
  });

  it('continues in turn after its limit was used by others', async () => {
    const { started, add, endNext } = openQueue({ maxRunning: 2, maxRunningPerKey: 1 });
    for (const name of ['a1', 'b1', 'a2', 'c1', 'b2']) void add(name);
    await endNext();
    expect(started).toEqual(['a1', 'b1', 'c1']);
    await endNext();
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2']);
  });

  it('lends slots until they are released, and counts the waiting tasks of each key', async () => {
    const queue = createFairQueue({ maxRunning: 1 });
    const release = await queue.acquire({ key: 'a' });
    const acquired = vi.fn<() => void>();
    const next = queue.acquire({ key: 'b' }).finally(acquired);
    await settled();
    expect(acquired).not.toHaveBeenCalled();
    expect([queue.waitingOf('a'), queue.waitingOf('b')]).toEqual([0, 1]);

    release();
    (await next)();
    expect({ running: queue.running, waiting: queue.waiting }).toEqual({ running: 0, waiting: 0 });
  });

  it('starts thousands of tasks that end at once', async () => {
    let ended = 0;
    const slots: Slot[] = [];
    const queue = createSlotQueue({ maxRunning: 1 }, (_tasks, slot) => {
      slots.push(slot);
      if (slots.length === 1) return;
      ended += 1;
      slot.release();
    });
    for (let task = 0; task <= 20_000; task += 1) queue.add({ key: 'a', reject: () => {} });
    slots[0]?.release();

    expect({ ended, running: queue.running, waiting: queue.waiting }).toEqual({
      ended: 20_000,
      running: 0,
      waiting: 0,
    });
  });

  it('rejects a task whose signal is aborted before it is queued', async () => {
    const queue = createFairQueue({ maxRunning: 1 });
    await expect(queue.acquire({ key: 'a', signal: AbortSignal.abort('left') })).rejects.toBe('left');
    expect(queue.running).toBe(0);
  });

  it('rejects a task that waits too long, and gives its turn to the next one', async () => {
    stopClock();
    onTestFinished(() => void vi.useRealTimers());
    const queue = createFairQueue({ maxRunning: 1 });
    const release = await queue.acquire({ key: 'a' });
    const late = queue.acquire({ key: 'b', timeoutMs: 1000 }).catch((error: unknown) => error);
    const next = queue.acquire({ key: 'c' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(await late).toEqual(new QueueError('The task waited longer than 1000 ms.'));
    expect(queue.waitingOf('b')).toBe(0);

    release();
    (await next)();
    expect(queue.running).toBe(0);
  });
});
