import { afterEach, beforeEach, vi } from 'vitest';

/** Stops the clock in each test of this file: time passes only when the test advances it. */
export function useStoppedClock() {
  beforeEach(stopClock);
  afterEach(() => void vi.useRealTimers());
}

/** Stops the clock until `vi.useRealTimers()`. */
export function stopClock() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  // The memory store treats a clock at zero as unset.
  vi.advanceTimersByTime(1);
}
