/** A read that others may wait for too. */
interface SharedRead {
  answer: Promise<unknown>;
  waiting: number;
  /** The latest of those who wait. */
  deadlineAt: number;
  controller: AbortController;
}

/** Somebody who waits for a read. */
export interface Reader {
  signal: AbortSignal;
  deadlineAt: number;
}

/** The call behind a read: nobody's own. */
export interface SharedCall {
  /** Ends when the last who waits has left. */
  signal: AbortSignal;
  deadlineAt(): number;
}

/**
 * The reads of one connection that have not been answered. Those with the same key are one call, unless something may
 * have been changed since it began: lists are shared, so a change by anybody counts.
 */
export function createReadsInFlight() {
  const joinable = new Map<string, SharedRead>();
  let changing = 0;

  return {
    /** Waits for the read of this key that is in flight; nothing when there is none that may be joined. */
    join: (key: string, reader: Reader): Promise<unknown> | undefined => {
      const shared = joinable.get(key);
      return shared && waitFor(key, shared, reader).then((answer) => structuredClone(answer));
    },

    /** Begins a read, which whoever asks for the same may join. */
    begin(key: string, reader: Reader, read: (call: SharedCall) => Promise<unknown>): Promise<unknown> {
      const controller = new AbortController();
      const { promise, resolve } = Promise.withResolvers<unknown>();
      const shared = { answer: promise, waiting: 0, deadlineAt: reader.deadlineAt, controller };
      if (changing === 0) joinable.set(key, shared);
      const answered = waitFor(key, shared, reader);
      const call = { signal: controller.signal, deadlineAt: () => shared.deadlineAt };
      resolve(read(call).finally(() => forget(key, shared)));
      return answered;
    },

    /** Makes a change: what was asked before it is over answers nobody who asks after it has begun. */
    async change<Answer>(make: () => Promise<Answer>): Promise<Answer> {
      joinable.clear();
      changing += 1;
      try {
        return await make();
      } finally {
        changing -= 1;
        joinable.clear();
      }
    },
  };

  async function waitFor(key: string, shared: SharedRead, { signal, deadlineAt }: Reader): Promise<unknown> {
    const left = Promise.withResolvers<never>();
    const leave = () => {
      left.reject(signal.reason);
      shared.waiting -= 1;
      if (shared.waiting > 0) return;
      forget(key, shared);
      shared.controller.abort(signal.reason);
    };
    shared.waiting += 1;
    shared.deadlineAt = Math.max(shared.deadlineAt, deadlineAt);
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([shared.answer, left.promise]);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  function forget(key: string, shared: SharedRead) {
    if (joinable.get(key) === shared) joinable.delete(key);
  }
}
