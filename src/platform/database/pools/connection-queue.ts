/** The error that a caller waited too long for a connection. */
export class AcquireTimeoutError extends Error {
  constructor(timeoutMs: number) {
    super(`No database connection became free within ${timeoutMs} ms`);
    this.name = 'AcquireTimeoutError';
  }
}

export interface AcquireOptions {
  /** Aborting it removes the caller from the queue. */
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
}

/** A queue of callers in lanes. A lane is first in, first out; lanes with waiting callers take turns. */
export interface ConnectionQueue<Lane> {
  /**
   * Waits for permission to use a connection.
   * @returns a function that gives the permission back; call it once
   * @throws AcquireTimeoutError, or the signal's reason
   */
  acquire(lane: Lane, options?: AcquireOptions): Promise<() => void>;
  /** Returns the number of waiting callers of a lane. */
  waiting(lane: Lane): number;
  /** Returns the number of connections that are not in use. */
  free(): number;
}

/** Creates a queue in front of `size` connections. */
export function createConnectionQueue<Lane>(size: number): ConnectionQueue<Lane> {
  let free = size;
  /** Only lanes with waiting callers, in the order of their turns. Sets keep the order of insertion. */
  const lanes = new Map<Lane, Set<() => void>>();

  function serveNext(): boolean {
    for (const [lane, waiters] of lanes) {
      const [next] = waiters;
      if (!next) continue;
      remove(lane, next);
      // Move the lane to the end, so that the other lanes come first.
      if (lanes.delete(lane)) lanes.set(lane, waiters);
      next();
      return true;
    }
    return false;
  }

  function remove(lane: Lane, waiter: () => void): void {
    const waiters = lanes.get(lane);
    waiters?.delete(waiter);
    if (waiters?.size === 0) lanes.delete(lane);
  }

  const release = () => {
    if (!serveNext()) free += 1;
  };

  const wait = (lane: Lane, { signal, timeoutMs }: AcquireOptions) =>
    new Promise<() => void>((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const serve = () => {
        settle();
        resolve(release);
      };
      const leave = (reason: unknown) => {
        settle();
        remove(lane, serve);
        reject(reason);
      };
      const onAbort = () => leave(signal?.reason);
      const timer =
        timeoutMs === undefined ? undefined : setTimeout(() => leave(new AcquireTimeoutError(timeoutMs)), timeoutMs);
      signal?.addEventListener('abort', onAbort);
      const waiters = lanes.get(lane) ?? new Set();
      lanes.set(lane, waiters.add(serve));
    });

  return {
    async acquire(lane, options = {}) {
      options.signal?.throwIfAborted();
      if (free === 0) return wait(lane, options);
      free -= 1;
      return release;
    },
    waiting: (lane) => lanes.get(lane)?.size ?? 0,
    free: () => free,
  };
}
