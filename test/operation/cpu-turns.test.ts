import { describe, expect, it } from 'vitest';
import { createCpuTurns } from '../../src/operation/cpu-turns.ts';

/** Turns whose clock only advances within steps, and which are taken one by one. */
function turnLab() {
  let now = 0;
  const scheduled: { turn: () => void; pauseMs: number }[] = [];
  const ran: string[] = [];
  const turns = createCpuTurns({
    schedule: (turn, pauseMs) => scheduled.push({ turn, pauseMs }),
    clock: () => now,
  });
  return {
    turns,
    ran,
    /** Number of turns that are scheduled. */
    get scheduled() {
      return scheduled.length;
    },
    advance(ms: number) {
      now += ms;
    },
    /** Adds a step that takes some time. */
    async add(name: string, ms: number) {
      const account = turns.open(name);
      await account.step(() => {
        ran.push(name);
        now += ms;
      });
      return account;
    },
    /** Takes one turn, and returns the pause before it. */
    takeTurn(): number | undefined {
      const next = scheduled.shift();
      next?.turn();
      return next?.pauseMs;
    },
  };
}

describe('the turns of CPU steps', () => {
  it('runs one step in each turn of the event loop', () => {
    const lab = turnLab();
    for (const name of ['ada', 'ada', 'bob']) void lab.add(name, 1);

    expect(lab.ran).toEqual([]);
    lab.takeTurn();
    expect(lab.ran).toEqual(['ada']);
    expect(lab.scheduled).toBe(1);
  });

  it('lets the caller go first who used the least CPU time lately', () => {
    const lab = turnLab();
    for (const name of ['ada', 'ada', 'ada', 'bob', 'bob', 'bob']) void lab.add(name, name === 'ada' ? 5 : 2);
    for (let turn = 0; turn < 6; turn += 1) lab.takeTurn();

    expect(lab.ran).toEqual(['ada', 'bob', 'bob', 'bob', 'ada', 'ada']);
  });

  it('continues what a caller has begun before it begins something else', () => {
    const lab = turnLab();
    const [begun, later] = [lab.turns.open('ada'), lab.turns.open('ada')];
    void begun.step(() => lab.ran.push('first step'));
    void later.step(() => lab.ran.push('other work'));
    lab.takeTurn();
    void begun.step(() => lab.ran.push('second step'));
    lab.takeTurn();
    lab.takeTurn();

    expect(lab.ran).toEqual(['first step', 'second step', 'other work']);
  });

  it('counts CPU time half after ten seconds', () => {
    const lab = turnLab();
    void lab.add('ada', 8);
    lab.takeTurn();
    lab.advance(20_000);
    void lab.add('bob', 3);
    lab.takeTurn();
    void lab.add('bob', 1);
    void lab.add('ada', 1);
    lab.takeTurn();

    expect(lab.ran).toEqual(['ada', 'bob', 'ada']);
  });

  it('pauses for half of the time after ten milliseconds of steps', () => {
    const lab = turnLab();
    for (const ms of [6, 6, 40, 1, 1]) void lab.add('ada', ms);

    expect(Array.from({ length: 5 }, () => lab.takeTurn())).toEqual([0, 0, 6, 20, 0]);
  });

  it('adds up the CPU time of each account, also of steps that fail', async () => {
    const lab = turnLab();
    const account = lab.turns.open('ada');
    const [other, step] = [lab.add('ada', 1), account.step(() => lab.advance(3))];
    lab.takeTurn();
    lab.takeTurn();
    await step;
    const failed = account.step(() => {
      lab.advance(7);
      throw new Error('a broken step');
    });
    lab.takeTurn();

    await expect(failed).rejects.toThrow('a broken step');
    expect([account.usedMs, (await other).usedMs]).toEqual([10, 1]);
  });
});
