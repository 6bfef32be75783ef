import { describe, expect, it } from 'vitest';
import { createRateLimit } from '../../src/infrastructure/fairness/rate-limit.ts';
import { createCpuTurns } from '../../src/operation/cpu-turns.ts';
import { openAccount } from '../../src/operation/operation-account.ts';

/** An account with 1,000 points, whose clock only advances within steps. */
function accountLab() {
  let now = 0;
  const turns = createCpuTurns({ clock: () => now });
  const limit = createRateLimit({ name: 'test', points: 1_000, windowSeconds: 60 });
  return { account: openAccount('ada', { limit, turns }), turns, use: (ms: number) => () => void (now += ms) };
}

describe('the account of an operation', () => {
  it.each([
    ['its cost', 40, 25],
    ['the CPU time of its result if that is more', 10, 25],
  ])('charges %s', async (_what, cost, ms) => {
    const { account, use } = accountLab();
    await account.reserve(100);
    await account.resultSteps.step(use(ms));
    await account.charge(cost);

    expect(await account.balance()).toMatchObject({ remaining: 1_000 - Math.max(cost, ms) });
  });

  it('charges a point for 250 tokens of a rejected document when it is closed, also if it was not reserved', async () => {
    const { account } = accountLab();
    account.rejectedTokens = 749;
    await account.close();

    expect(await account.balance()).toMatchObject({ remaining: 998 });
  });

  it('counts the CPU time of small operations for their caller', async () => {
    const { account, turns } = accountLab();
    turns.count('ben', 10);
    await account.close();
    expect(turns.isHeavyUser('ada')).toBe(false);
    await account.charge(1_000);
    expect(turns.isHeavyUser('ada')).toBe(true);
  });
});
