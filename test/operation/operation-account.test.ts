import { expect, it } from 'vitest';
import { createRateLimit } from '../../src/infrastructure/fairness/rate-limit.ts';
import { openAccount } from '../../src/operation/operation-account.ts';

it('charges a point for 250 tokens of a rejected document when an account is closed, also if it was not reserved', async () => {
  const account = openAccount('ada', createRateLimit({ name: 'test', points: 1_000, windowSeconds: 60 }));
  account.rejectedTokens = 749;
  await account.close();

  expect(await account.balance()).toMatchObject({ remaining: 998 });
});
