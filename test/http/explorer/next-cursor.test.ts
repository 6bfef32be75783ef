import { expect, it } from 'vitest';
import { nextCursor } from '../../../src/http/explorer/next-cursor.ts';

const page = (hasNextPage: boolean, endCursor: string | null) => ({ pageInfo: { hasNextPage, endCursor } });

it.each([
  ['has a next page', { data: { signals: page(true, 'c1') } }, 'c1'],
  [
    'has one in an inner list',
    { data: { lists: [{ entries: page(false, 'c1') }, { entries: page(true, 'c2') }] } },
    'c2',
  ],
  ['is on the last page', { data: { signals: page(false, 'c1') } }, undefined],
  ['has no cursor', { data: { signals: page(true, null) } }, undefined],
  ['has no pages', { data: { lists: [{ name: 'c' }] } }, undefined],
])('returns the cursor of a response that %s', (_, response, cursor) => {
  expect(nextCursor(JSON.stringify(response))).toBe(cursor);
});

it('returns nothing for text that is no response', () => {
  expect(nextCursor('{ "data": ')).toBeUndefined();
});
