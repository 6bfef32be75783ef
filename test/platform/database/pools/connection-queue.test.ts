import { describe, expect, it, vi } from 'vitest';
import {
  AcquireTimeoutError,
  createConnectionQueue,
} from '../../../../src/platform/database/pools/connection-queue.ts';
import { settled } from '../../../support/gate.ts';

/** A queue in front of one connection, and a way to record who gets it. */
function openLab(size = 1) {
  const queue = createConnectionQueue<string>(size);
  const served: string[] = [];
  const run = async (lane: string, name = lane) => {
    const giveBack = await queue.acquire(lane);
    served.push(name);
    giveBack();
  };
  return { queue, served, run };
}

describe('a queue of connections', () => {
  it('serves the lanes in turn, and each lane in the order of arrival', async () => {
    const { queue, served, run } = openLab();
    const giveBack = await queue.acquire('background');
    const runs = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => run(name.slice(0, 1), name));
    giveBack();
    await Promise.all(runs);
    expect(served).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    expect(queue.free()).toBe(1);
  });

  it('lends out no more than its connections', async () => {
    const { queue } = openLab(2);
    const first = await queue.acquire('a');
    await queue.acquire('a');
    const granted = vi.fn<() => void>();
    void queue.acquire('a').then(granted);
    await settled();
    expect(granted).not.toHaveBeenCalled();
    expect(queue.waiting('a')).toBe(1);
    first();
    await settled();
    expect(granted).toHaveBeenCalledOnce();
  });

  it('forgets a caller who leaves', async () => {
    const { queue, served, run } = openLab();
    const giveBack = await queue.acquire('a');
    const leaving = new AbortController();
    const left = queue.acquire('b', { signal: leaving.signal });
    const next = run('c');
    leaving.abort('left');
    await expect(left).rejects.toBe('left');
    expect(queue.waiting('b')).toBe(0);
    giveBack();
    await next;
    expect(served).toEqual(['c']);
    expect(queue.free()).toBe(1);
  });

  it('rejects a caller who has left before', async () => {
    const { queue } = openLab();
    await expect(queue.acquire('a', { signal: AbortSignal.abort('left') })).rejects.toBe('left');
    expect(queue.free()).toBe(1);
  });

  it('rejects a caller who waits too long', async () => {
    vi.useFakeTimers();
    const { queue } = openLab();
    const giveBack = await queue.acquire('a');
    const [late] = await Promise.all([
      queue.acquire('b', { timeoutMs: 1000 }).catch((error: unknown) => error),
      vi.advanceTimersByTimeAsync(1000),
    ]);
    expect(late).toEqual(new AcquireTimeoutError(1000));
    giveBack();
    expect(queue.free()).toBe(1);
    vi.useRealTimers();
  });
});
