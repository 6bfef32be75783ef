import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { turnsOfWork } from '../../src/operation/work-turns.ts';

describe('the turns of long work', () => {
  const done: string[] = [];
  async function work(caller: string, pieces: number) {
    const turns = turnsOfWork.open(caller);
    await Promise.all(
      Array.from({ length: pieces }, async () => {
        await turns.take();
        done.push(caller);
      }),
    );
  }

  it('have one piece each, and callers alternate', async () => {
    const all = Promise.all([work('ada', 4), work('ben', 2)]);
    while (done.length < 6) {
      const before = done.length;
      await setImmediate();
      expect(done.length - before).toBeLessThan(2);
    }
    await all;

    expect(done).toEqual(['ada', 'ada', 'ben', 'ada', 'ben', 'ada']);
  });
});
