import { expect, vi } from 'vitest';

/** Holds whatever comes to it until it is opened. */
export interface Gate {
  readonly waiting: number;
  /** Waits until the gate is opened. */
  pass(): Promise<void>;
  /** Resolves once exactly so many wait and nobody else is on the way. */
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
      await vi.waitFor(() => expect(waiting).toBeGreaterThanOrEqual(count), { timeout: 10_000 });
      await settled();
      expect(waiting).toBe(count);
    },
    open: () => opened.resolve(),
  };
}

/** Lets everything that can go on without a wait go on. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
