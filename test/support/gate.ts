import { expect, vi } from 'vitest';
import { timeLimit } from './time-limit.ts';

/** Blocks every caller of `pass` until it is opened. */
export interface Gate {
  readonly waiting: number;
  /** Waits until the gate is opened. */
  pass(): Promise<void>;
  /** Resolves once `count` callers wait; rejects if pending work lets more callers arrive. */
  whenWaiting(count: number): Promise<void>;
  open(): void;
}

export function createGate(): Gate {
  const opened = Promise.withResolvers<void>();
  let waiting = 0;
  return {
    get waiting() {
      return waiting;
    },
    async pass() {
      waiting += 1;
      await opened.promise;
      waiting -= 1;
    },
    async whenWaiting(count) {
      await vi.waitFor(() => expect(waiting).toBeGreaterThanOrEqual(count), { timeout: timeLimit(10) });
      await settled();
      expect(waiting).toBe(count);
    },
    open: () => opened.resolve(),
  };
}

/** Waits until all work that needs no timer or I/O is done. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
