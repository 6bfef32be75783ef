import { expect, it } from 'vitest';
import { createRateLimit } from '../../src/infrastructure/fairness/rate-limit.ts';
import { createPayer } from '../../src/operation/payer.ts';

it('charges a point for 250 tokens of a rejected document when the payer is closed, also if it was not reserved', async () => {
  const payer = createPayer('ada', createRateLimit({ name: 'test', points: 1_000, windowSeconds: 60 }));
  payer.rejectedTokens = 749;
  await payer.close();

  expect(await payer.balance()).toMatchObject({ remaining: 998 });
});
