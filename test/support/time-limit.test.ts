import { expect, it } from 'vitest';
import { timeLimit } from './time-limit.ts';

it('limits are whole milliseconds, as timers demand', () => {
  expect([1.1, 2.3, 4.1].map((slowness) => timeLimit(60, slowness))).toEqual([66_000, 138_000, 246_000]);
});
