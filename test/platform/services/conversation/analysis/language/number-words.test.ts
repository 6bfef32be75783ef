import { expect, it } from 'vitest';
import { withDigits } from '../../../../../../src/platform/services/conversation/analysis/language/number-words.ts';

it.each([
  ['two hundred and forty pounds', '240 pounds'],
  ['a hundred and eighteen thousand a year', '118,000 a year'],
  ['nineteen hundred, and a third', '1,900, and a third'],
  ['twelve and a half thousand', '12,500'],
  ['fourteen and a half, if you sign', '14.5, if you sign'],
  ['two point four percent', '2.4 percent'],
  ['one and a half million', '1.5 million'],
  ['the twenty-eighth of February', '28 February'],
  ['December fifteenth, or the twenty first', 'December 15, or the 21st'],
])('writes %j as %j', (text, expected) => {
  expect(withDigits(text)).toBe(expected);
});

it.each([
  'two years and four percent',
  'one eighty-four a kilo, not thirteen nine',
  'four four nine',
  'twenty eleven',
  'thirty one and one of them',
  'a thousand and four hundred fifty',
  'half past four',
  'the second of two points',
  'a tenth of it',
  'half a million',
  'a quarter of a million',
])('leaves %j', (text) => {
  expect(withDigits(text)).toBe(text);
});
