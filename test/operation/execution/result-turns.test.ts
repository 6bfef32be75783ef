import { afterEach, describe, expect, it } from 'vitest';
import { createCpuTurns } from '../../../src/operation/cpu-turns.ts';
import {
  createTurns as createTurnsOf,
  objectsPerTurn,
  type Turns,
} from '../../../src/operation/execution/result-turns.ts';
import { openAccount } from '../../../src/operation/operation-account.ts';
import { settled } from '../../support/gate.ts';

const opened: Turns[] = [];

/** A turn queue whose turns are taken by hand. */
function manualTurns() {
  const scheduled: (readonly (() => void)[])[] = [];
  const cpu = createCpuTurns({ schedule: (turn) => void scheduled.push(turn) });
  const done: string[] = [];
  return {
    createTurns(identifier: string) {
      const turns = createTurnsOf(openAccount(identifier, { turns: cpu }));
      opened.push(turns);
      return turns;
    },
    done,
    record: (name: string) => () => void done.push(name),
    async take() {
      for (const part of scheduled.shift() ?? []) {
        part();
        await settled();
      }
      return done.splice(0).toSorted();
    },
  };
}

describe('turns of large results', () => {
  afterEach(() => opened.splice(0).forEach((turns) => turns.end()));

  it('complete a limited number of objects each', async () => {
    const { createTurns, record, take } = manualTurns();
    const turns = createTurns('ada');
    for (const name of ['a', 'b', 'c']) void turns.toComplete(objectsPerTurn / 2).then(record(name));
    expect([await take(), await take()]).toEqual([['b', 'c'], ['a']]);
  });

  it('complete loaded objects before further fields are resolved', async () => {
    const { createTurns, record, take } = manualTurns();
    const turns = createTurns('ada');
    void turns.toComplete(objectsPerTurn).then(record('a'));
    void turns.toResolve(objectsPerTurn).then(record('field'));
    void turns.toComplete(objectsPerTurn).then(record('b'));
    expect(turns.waiting).toBe(2 * objectsPerTurn + 1);
    expect([await take(), await take(), await take()]).toEqual([['b'], ['a'], ['field']]);
    expect(turns.waiting).toBe(0);
  });

  it('alternate between operations', async () => {
    const { createTurns, record, take } = manualTurns();
    const [large, small] = [createTurns('ada'), createTurns('ben')];
    for (const name of ['a', 'b', 'c']) void large.toComplete(objectsPerTurn).then(record(name));
    void small.toComplete(1).then(record('small'));
    const taken = [];
    for (let turn = 0; turn < 6; turn += 1) taken.push(...(await take()));
    expect(taken).toEqual(['c', 'small', 'b', 'a']);
  });

  it('let batches wait until no object of the operation does', async () => {
    const { createTurns, record, take } = manualTurns();
    const turns = createTurns('ada');
    for (const name of ['a', 'b']) void turns.toComplete(objectsPerTurn).then(record(name));
    turns.whenNoneWaits(record('batch'));
    expect([await take(), await take()]).toEqual([['b'], ['a', 'batch']]);
  });

  it('are taken by two results of an identifier at a time', async () => {
    const { createTurns, record, take } = manualTurns();
    const [a, b, c] = [createTurns('ada'), createTurns('ada'), createTurns('ada')];
    void a.toComplete(objectsPerTurn).then(record('a'));
    void b.toComplete(objectsPerTurn).then(record('b'));
    void c.toComplete(objectsPerTurn).then(record('c'));
    void createTurns('ben').toComplete(objectsPerTurn).then(record('ben'));
    const taken = [];
    for (let turn = 0; turn < 8; turn += 1) taken.push(...(await take()));
    expect(taken).toEqual(['a', 'ben', 'b']);
    b.end();
    expect(await take()).toEqual(['c']);
  });

  it('end with their operation', async () => {
    const { createTurns, record, take } = manualTurns();
    const turns = createTurns('ada');
    void turns.toComplete(1).then(record('a'));
    turns.end();
    expect(turns.waiting).toBe(0);
    expect(await take()).toEqual([]);
  });

  it('do not delay the batches of an operation that never waited', () => {
    const { createTurns, record, done } = manualTurns();
    createTurns('ada').whenNoneWaits(record('batch'));
    expect(done).toEqual(['batch']);
  });
});
