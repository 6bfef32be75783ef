import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { turnsOfWork } from '../../src/operation/work-turns.ts';

describe('the turns of long work', () => {
  let done: string[];
  let clockMs = 0;

  beforeEach(() => {
    done = [];
    vi.spyOn(performance, 'now').mockImplementation(() => clockMs);
    vi.spyOn(process, 'threadCpuUsage').mockImplementation(() => ({ user: clockMs * 1000, system: 0 }));
  });
  afterEach(() => void vi.restoreAllMocks());

  async function work(caller: string, { pieces, pieceMs }: { pieces: number; pieceMs: number }) {
    const turns = turnsOfWork.open(caller);
    await Promise.all(
      Array.from({ length: pieces }, async () => {
        await turns.take();
        clockMs += pieceMs;
        done.push(caller);
      }),
    );
  }

  /** Returns the callers whose pieces ran in each iteration of the event loop. */
  async function iterationsOf(all: Promise<unknown>, pieces: number) {
    const iterations: string[] = [];
    for (let seen = 0; seen < pieces; seen = done.length) {
      await setImmediate();
      iterations.push(done.slice(seen).join(' '));
    }
    await all;
    return iterations.filter((iteration) => iteration !== '');
  }

  it('are one in each iteration of the event loop for pieces that block it, and callers alternate', async () => {
    const all = Promise.all([work('ada', { pieces: 4, pieceMs: 5 }), work('ben', { pieces: 2, pieceMs: 5 })]);
    expect(await iterationsOf(all, 6)).toEqual(['ada', 'ada', 'ben', 'ada', 'ben', 'ada']);
  });

  it('share an iteration until they block it', async () => {
    const all = Promise.all([work('ada', { pieces: 4, pieceMs: 2 }), work('ben', { pieces: 2, pieceMs: 2 })]);
    expect(await iterationsOf(all, 6)).toEqual(['ada ada ben', 'ada ben ada']);
  });
});
