import { expect, it } from 'vitest';
import { withHeader } from '../../../src/http/explorer/headers-editor.ts';

const name = 'x-simulate';

it.each([
  ['', 'lean', '{"x-simulate":"lean"}'],
  [' \n', 'lean', '{"x-simulate":"lean"}'],
  ['{"authorization":"Bearer a"}', 'lean', '{"authorization":"Bearer a","x-simulate":"lean"}'],
  ['{"X-Simulate":"expired","a":"b"}', 'lean', '{"a":"b","x-simulate":"lean"}'],
  ['{"x-simulate":"expired","a":"b"}', undefined, '{"a":"b"}'],
])('the headers %j with %j are %s', (text, value, expected) => {
  expect(JSON.parse(withHeader(text, { name, value }))).toEqual(JSON.parse(expected));
});

it('is empty without headers, and leaves what is not an object as it was', () => {
  expect(withHeader('{"x-simulate":"expired"}', { name, value: undefined })).toBe('');
  expect(withHeader('{"a":', { name, value: 'lean' })).toBe('{"a":');
  expect(withHeader('null', { name, value: 'lean' })).toBe('null');
});
