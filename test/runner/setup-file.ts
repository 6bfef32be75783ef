import { vi } from 'vitest';
import { timeLimit } from '../support/time-limit.ts';

const patched = Symbol.for('waitFor with a generous default');

type WaitFor = typeof vi.waitFor & { [patched]?: true };

/** Replaces the default limit of one second of `vi.waitFor`, once per worker: all test files of a worker share `vi`. */
function raiseDefaultLimit(waitFor: WaitFor): void {
  if (waitFor[patched]) return;
  const generous: WaitFor = (callback, options) => {
    const given = typeof options === 'number' ? { timeout: options } : options;
    return waitFor(callback, { timeout: timeLimit(15), ...given });
  };
  generous[patched] = true;
  vi.waitFor = generous;
}

raiseDefaultLimit(vi.waitFor);
