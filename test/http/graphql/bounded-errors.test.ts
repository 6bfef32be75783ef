import { GraphQLError } from 'graphql';
import { expect, it } from 'vitest';
import { formattedErrors } from '../../../src/http/graphql/errors/result-text.ts';

const failedAt = (...path: (string | number)[]) =>
  new GraphQLError('It failed.', {
    path,
    extensions: { code: path.length > 3 ? 'UPSTREAM_ERROR' : 'UPSTREAM_TIMEOUT' },
  });

/** Errors in the order of their paths. */
const errors = [
  failedAt('activities'),
  failedAt('activities', 'nodes'),
  ...Array.from({ length: 120 }, (_, index) => [
    failedAt('activities', 'nodes', index, 'comments'),
    failedAt('activities', 'nodes', index, 'summary'),
  ]).flat(),
  failedAt('lists'),
];

it.each([
  ['in their order', errors],
  ['in the opposite order', errors.toReversed()],
  ['in another order', [...errors.slice(100), ...errors.slice(0, 100)]],
])('shows the first 200 of more errors by their paths if the fields fail %s', (_, failed) => {
  expect(formattedErrors(failed, { hasData: true })).toEqual([
    ...errors.slice(0, 200).map((error) => error.toJSON()),
    { message: 'There are 43 further errors.', extensions: { code: 'UPSTREAM_ERROR', isRetryable: false } },
  ]);
});

it('shows the first 40 errors about invalid input, besides all others', () => {
  const invalid = Array.from(
    { length: 60 },
    (_, index) => new GraphQLError('Invalid.', { path: ['a', index], extensions: { code: 'BAD_USER_INPUT' } }),
  );
  const failed = [failedAt('b'), failedAt('c')];
  const further = {
    message: 'There are 20 further errors.',
    extensions: { code: 'BAD_USER_INPUT', isRetryable: false },
  };
  expect(formattedErrors([...invalid, ...failed], { hasData: true })).toEqual(
    [...invalid.slice(0, 40), ...failed].map((error) => error.toJSON()).concat(further),
  );
});
