import { expect, it } from 'vitest';
import {
  count,
  deliveryLimit,
  futureTime,
  overlapHours,
  overlapMinutes,
  pointInTime,
} from '../../../src/app/cli/argument-values.ts';

const whole = 'It must be a whole number';

it.each([
  {
    parse: count,
    valid: ['0', '2'],
    invalid: ['-1', '1.5', '', ' 5', '1e3', 'all'],
    rule: `${whole} from 0 to 999999999.`,
  },
  { parse: deliveryLimit, valid: ['1', '500'], invalid: ['0', 'all', '-1'], rule: `${whole} from 1 to 999999999.` },
  {
    parse: overlapMinutes,
    valid: ['1', '60', '10080'],
    invalid: ['0', '-1', '1.5', '10081', '1e3', 'soon', ''],
    rule: `${whole} of minutes from 1 to 10080.`,
  },
  {
    parse: overlapHours,
    valid: ['0', '24', '168'],
    invalid: ['169', '-1', ''],
    rule: `${whole} of hours from 0 to 168.`,
  },
])('a number is rejected with "$rule"', ({ parse, valid, invalid, rule }) => {
  expect(valid.map(parse)).toEqual(valid.map(Number));
  for (const text of invalid) expect(() => parse(text)).toThrow(rule);
});

it('a time is complete, and in the future if it is an expiry', () => {
  expect(pointInTime('2026-01-31')).toEqual(new Date('2026-01-31T00:00:00Z'));
  for (const text of ['yesterday', '2026-01-31T10:00', '2026-13-01'])
    expect(() => pointInTime(text)).toThrow('It must be YYYY-MM-DD or a time like 2027-01-31T18:00:00Z.');
  expect(() => futureTime('2020-01-01')).toThrow('It must be in the future.');
});
