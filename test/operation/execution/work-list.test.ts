import { describe, expect, it, onTestFinished } from 'vitest';
import { createWorkList } from '../../../src/operation/execution/work-list.ts';
import { settled } from '../../support/gate.ts';

/** A list that pauses after `portionsPerTurn` portions of work, until `take` continues it. */
function openList({ portionsPerTurn = Infinity } = {}) {
  const waiting: (() => void)[] = [];
  const done: string[] = [];
  let portions = 0;
  const controller = new AbortController();
  const work = createWorkList({
    turns: {
      get isDue() {
        return portions >= portionsPerTurn;
      },
      take: () => new Promise<void>((resolve) => waiting.push(resolve)),
    },
    signal: controller.signal,
    checkTime: () => {},
  });
  onTestFinished(work.end);
  const portion = () => {
    portions += 1;
  };
  return {
    done,
    work,
    portions: () => portions,
    add: (name: string, length: number) => work.add({ length, portion, end: () => void done.push(name) }),
    stop: () => controller.abort(),
    async take() {
      portions = 0;
      waiting.shift()?.();
      await settled();
      return done.splice(0);
    },
  };
}

describe('the work of an operation', () => {
  it('is done at once, in its order, while no turn is due', () => {
    const { work, add, done } = openList();
    for (const name of ['a', 'b']) add(name, 100);
    work.run();
    expect(done).toEqual(['a', 'b']);
  });

  it('is done in portions between which other callers take turns', async () => {
    const { work, add, done, take } = openList({ portionsPerTurn: 10 });
    add('first', 60);
    add('second', 40);
    work.run();
    expect(done).toEqual([]);
    expect([await take(), await take()]).toEqual([['first'], ['second']]);
  });

  it('takes no turn when nothing is left', async () => {
    const { work, add, done, take } = openList({ portionsPerTurn: 1 });
    add('small', 1);
    work.run();
    add('next', 1);
    work.run();
    expect(done.splice(0)).toEqual(['small', 'next']);
    expect(await take()).toEqual([]);
  });

  it('ends before loaders go on, so that their batches are whole', async () => {
    const { work, add, done, take } = openList({ portionsPerTurn: 10 });
    add('large', 60);
    expect(work.isHolding).toBe(false);
    work.run();
    expect(work.isHolding).toBe(true);
    work.whenReleased(() => void done.push('batch'));
    expect(await take()).toEqual(['large', 'batch']);
    expect(work.isHolding).toBe(false);
  });

  it('holds loaders while other long work takes a turn, and continues them in their order', async () => {
    const { work, done } = openList();
    const turn = Promise.withResolvers<void>();
    const held = work.hold(turn.promise);
    for (const name of ['a', 'b']) work.whenReleased(() => void done.push(name));
    expect([work.isHolding, done]).toEqual([true, []]);
    turn.resolve();
    await held;
    expect(work.isHolding).toBe(true);
    await settled();
    expect([work.isHolding, done]).toEqual([false, ['a', 'b']]);
  });

  it('is dropped when the operation is stopped or ends, and loaders go on', async () => {
    const { work, add, done, stop, take } = openList({ portionsPerTurn: 10 });
    add('large', 60);
    work.run();
    work.whenReleased(() => void done.push('batch'));
    stop();
    work.end();
    expect(done.splice(0)).toEqual(['batch']);
    expect(await take()).toEqual([]);
  });
});
