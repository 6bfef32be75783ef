import { afterEach, beforeEach, vi } from 'vitest';

/** Stops the clock in each test of the suite: time passes only when the test advances it. */
export function useStoppedClock() {
  beforeEach(stopClock);
  afterEach(() => void vi.useRealTimers());
}

/** Stops the clock until `vi.useRealTimers()`. */
export function stopClock() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  // The `lru-cache` of the result cache never expires an entry whose start time is 0.
  vi.advanceTimersByTime(1);
}
