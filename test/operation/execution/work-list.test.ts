import { afterEach, describe, expect, it } from 'vitest';
import { createWorkList, type WorkList } from '../../../src/operation/execution/work-list.ts';
import { settled } from '../../support/gate.ts';

/** More items than an operation works on without turns. */
const large = 6000;

const opened: WorkList[] = [];

/** Lists whose turns are taken by hand. */
function manualTurns() {
  const waiting: (() => void)[] = [];
  const turns = { take: () => new Promise<void>((resolve) => waiting.push(resolve)) };
  const done: string[] = [];
  return {
    done,
    open(identifier: string) {
      const controller = new AbortController();
      const work = createWorkList({
        identifier,
        turns,
        signal: controller.signal,
        checkTime: () => {},
      });
      opened.push(work);
      const add = (name: string, length: number) =>
        work.add({ length, portion: () => {}, end: () => void done.push(name) });
      return { work, add, stop: () => controller.abort() };
    },
    async take() {
      await settled();
      waiting.shift()?.();
      await settled();
      return done.splice(0);
    },
  };
}

describe('the work of an operation', () => {
  afterEach(() => opened.splice(0).forEach((work) => work.end()));

  it('is done at once, in its order, if it is small', () => {
    const { open, done } = manualTurns();
    const { work, add } = open('ada');
    for (const name of ['a', 'b']) add(name, 100);
    work.run();
    expect(done).toEqual(['a', 'b']);
  });

  it('is done in portions between which other callers take turns, if it is large', async () => {
    const { open, take, done } = manualTurns();
    const [ada, ben] = [open('ada'), open('ben')];
    ada.add('large', large + 2000);
    ada.work.run();
    ben.add('first', 6000);
    ben.work.run();
    expect(done).toEqual([]);
    expect([await take(), await take(), await take()]).toEqual([[], ['first'], ['large']]);
  });

  it('takes turns for the items of the lists that it finds', async () => {
    const { open, take, done } = manualTurns();
    const { work } = open('ada');
    const findItems = () => {
      for (let item = 0; item < large; item += 1) work.countItem();
    };
    work.add({ length: 20, portion: findItems, end: () => void done.push('lists') });
    work.run();
    expect(done).toEqual([]);
    expect(await take()).toEqual(['lists']);
  });

  it('ends before loaders dispatch, so that their batches are whole', async () => {
    const { open, take, done } = manualTurns();
    const { work, add } = open('ada');
    work.whenNoneWaits(() => void done.push('at once'));
    add('large', large + 2000);
    work.run();
    work.whenNoneWaits(() => void done.push('batch'));
    expect([await take(), await take()]).toEqual([['at once'], ['large', 'batch']]);
  });

  it('is done for two large results of an identifier at a time', async () => {
    const { open, take } = manualTurns();
    const [a, b, c] = ['a', 'b', 'c'].map((name) => {
      const list = open('ada');
      list.add(name, large);
      list.work.run();
      return list;
    });
    expect([await take(), await take(), await take()].flat().toSorted()).toEqual(['a', 'b']);
    a?.work.end();
    expect(await take()).toEqual(['c']);
    for (const list of [b, c]) list?.work.end();
  });

  it('is dropped when the operation is stopped or ends', async () => {
    const { open, take } = manualTurns();
    const { work, add, stop } = open('ada');
    add('large', large);
    work.run();
    stop();
    work.end();
    expect([await take(), await take()]).toEqual([[], []]);
  });
});
