/** Calls `next` after the promises of this tick have settled, when DataLoader also starts its batches. */
export function afterPromises(next: () => void): void {
  void Promise.resolve().then(() => process.nextTick(next));
}

/** Rejects with the signal's reason as soon as it is aborted, even if the work ignores the signal. */
export async function untilAborted<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work(), aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Calls `open` once `release` was called and all added promises are settled. */
export class Latch {
  #waiting = 1;
  readonly #open: () => void;

  constructor(open: () => void) {
    this.#open = open;
  }

  /** Adds a promise. Neither `use` nor `fail` may throw. */
  wait<Value>(promise: Promise<Value>, use: (value: Value) => void, fail: (error: unknown) => void): void {
    this.#waiting += 1;
    const thenRelease =
      <Outcome>(handle: (outcome: Outcome) => void) =>
      (outcome: Outcome): void => {
        handle(outcome);
        this.release();
      };
    promise.then(thenRelease(use), thenRelease(fail));
  }

  release(): void {
    this.#waiting -= 1;
    if (this.#waiting === 0) this.#open();
  }
}

export const isPromise = <Value>(value: Value | Promise<Value>): value is Promise<Value> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
