import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hasBlockedFor } from '../../../src/infrastructure/fairness/blocking-time.ts';

let clockMs = 0;
let cpuMs = 0;
const work = (ms: number) => {
  clockMs += ms;
  cpuMs += ms;
};

beforeEach(async () => {
  vi.spyOn(performance, 'now').mockImplementation(() => clockMs);
  vi.spyOn(process, 'threadCpuUsage').mockImplementation(() => ({ user: cpuMs * 600, system: cpuMs * 400 }));
  await setImmediate();
});
afterEach(() => void vi.restoreAllMocks());

it('adds up all work of an iteration of the event loop, also across awaited promises', async () => {
  expect(hasBlockedFor(5)).toBe(false);
  work(3);
  await Promise.resolve();
  expect(hasBlockedFor(5)).toBe(false);
  work(2);
  expect(hasBlockedFor(5)).toBe(true);
  await setImmediate();
  expect(hasBlockedFor(5)).toBe(false);
});

it('does not count the time for which the thread was suspended', () => {
  expect(hasBlockedFor(5)).toBe(false);
  clockMs += 100;
  expect(hasBlockedFor(5)).toBe(false);
  work(5);
  expect(hasBlockedFor(5)).toBe(true);
});
