import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { settled } from '../support/gate.ts';
import { createCpuTurns } from '../../src/operation/cpu-turns.ts';

/** Turns whose clock only advances within steps, and which are taken one by one. */
function turnLab() {
  let now = 0;
  const scheduled: { turn: readonly (() => void)[]; pauseMs: number }[] = [];
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
    async takeTurnWithPromises(): Promise<void> {
      for (const part of scheduled.shift()?.turn ?? []) {
        part();
        await settled();
      }
    },
    /** Takes one turn, and returns the pause before it. */
    takeTurn(): number | undefined {
      const next = scheduled.shift();
      for (const part of next?.turn ?? []) part();
      return next?.pauseMs;
    },
  };
}

describe('the turns of CPU steps', () => {
  it('runs one step in each iteration of the event loop', () => {
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

  it('lets other work take many iterations of the event loop during a pause', async () => {
    const turns = createCpuTurns();
    const steps = Array.from({ length: 10 }, () =>
      turns.open('ada').step(() => {
        const end = performance.now() + 12;
        while (performance.now() < end);
      }),
    );
    const done = Promise.all(steps).then(() => 'done');
    let loopTurns = 0;
    while ((await Promise.race([done, setImmediate('waiting')])) === 'waiting') loopTurns += 1;

    // Without pauses, each step takes one or two turns.
    expect(loopTurns).toBeGreaterThan(50);
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

  it('counts what a step makes possible before the next turn', async () => {
    const lab = turnLab();
    const account = lab.turns.open('ada');
    const done = account.step(() => lab.advance(3)).then(() => lab.advance(20));
    await lab.takeTurnWithPromises();
    await done;

    expect(account.usedMs).toBe(23);
  });
});

describe('the callers who used much CPU time', () => {
  const usage = (...msOf: [string, number][]) => {
    const turns = createCpuTurns({ clock: () => 0 });
    for (const [name, ms] of msOf) turns.count(name, ms);
    return (name: string) => turns.isHeavyUser(name);
  };

  it('are those with at least the weighted mean', () => {
    const isHeavyUser = usage(['ada', 1000], ['ben', 900], ['cy', 100], ['dee', 1]);
    expect(['ada', 'ben', 'cy', 'dee', 'new'].map(isHeavyUser)).toEqual([true, false, false, false, false]);
  });

  it('include the only caller, and never all of several', () => {
    let now = 0;
    const turns = createCpuTurns({ clock: () => (now += 0.001) });
    turns.count('ada', 5);
    expect(turns.isHeavyUser('ada')).toBe(true);
    const isHeavyUser = usage(['ada', 5.1], ['ben', 5]);
    expect([isHeavyUser('ada'), isHeavyUser('ben')]).toEqual([true, false]);
  });

  it('forgets what was used long ago', () => {
    let now = 0;
    const turns = createCpuTurns({ clock: () => now });
    turns.count('ada', 100);
    now = 120_000;
    turns.count('ben', 1);
    expect([turns.isHeavyUser('ada'), turns.isHeavyUser('ben')]).toEqual([false, true]);
  });
});
