import { expect, it } from 'vitest';
import { startOperation } from '../../src/operation/operation.ts';
import { createPayer } from '../../src/operation/payer.ts';
import { runOperation } from '../../src/operation/run-operation.ts';

const tooLarge = expect.objectContaining({ originalError: expect.objectContaining({ code: 'RESULT_TOO_LARGE' }) });

it.each([
  ['has a result up to the limit', 0, { data: expect.any(Object) }],
  ['is stopped if names and texts of its result are too long together', 1, { data: null, errors: [tooLarge] }],
])('an operation %s', async (_, excess, expected) => {
  const data = { ['a'.repeat(2_500_000)]: 'b'.repeat(2_500_000 + excess) };
  const { signal } = new AbortController();
  const operation = startOperation({ payer: createPayer('ada'), clientSignal: signal, timeoutMs: 60_000 });
  const result = await runOperation(operation, {
    price: () => undefined,
    spend: (run) => run(),
    execute: () => ({ data }),
    respond: (executed) => executed,
  });

  expect(result).toEqual(expected);
});
