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
  const accounts = new Map(['ada', 'bob'].map((name) => [name, turns.open(name)]));
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
      await accounts.get(name)?.step(() => {
        ran.push(name);
        now += ms;
      });
    },
    usedBy: (name: string) => accounts.get(name)?.usedMs,
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
    void lab.add('ada', 3);
    void lab.add('ada', 4);
    void lab.add('bob', 1);
    const failing = lab.turns.open('ada');
    const failed = failing.step(() => {
      lab.advance(7);
      throw new Error('a broken step');
    });
    for (let turn = 0; turn < 4; turn += 1) lab.takeTurn();

    await expect(failed).rejects.toThrow('a broken step');
    expect([lab.usedBy('ada'), lab.usedBy('bob'), failing.usedMs]).toEqual([7, 1, 7]);
  });
});
