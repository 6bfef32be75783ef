/** A read in flight that several callers can share. */
interface SharedRead {
  result: Promise<unknown>;
  readers: number;
  /** The latest deadline of the readers. */
  deadlineAt: number;
  controller: AbortController;
}

/** Reads of one identifier with the same tool and input are the same read. */
export interface ReadKey {
  identifier: string;
  read: string;
}

/** A caller that waits for a read. */
export interface Reader {
  signal: AbortSignal;
  deadlineAt: number;
}

/** The tool call that performs a read for all its readers. */
export interface SharedCall {
  /** Aborted when all readers have aborted. */
  signal: AbortSignal;
  deadlineAt(): number;
}

/**
 * Tracks the reads in flight on one connection. Reads with the same key share one call, but a read that
 * overlapped with a call that changes data cannot be joined. Changes by other users count too, because users share
 * lists.
 */
export function createReadsInFlight() {
  /** The reads that can be joined, by identifier. */
  const joinable = new Map<string, Map<string, SharedRead>>();
  let changing = 0;

  return {
    /** Joins the read in flight with this key; returns undefined if there is none. */
    join: (key: ReadKey, reader: Reader): Promise<unknown> | undefined => {
      const shared = joinable.get(key.identifier)?.get(key.read);
      return shared && waitFor(key, shared, reader).then((result) => structuredClone(result));
    },

    /** Begins a read that later readers can join. */
    begin(key: ReadKey, reader: Reader, read: (call: SharedCall) => Promise<unknown>): Promise<unknown> {
      const controller = new AbortController();
      const { promise, resolve } = Promise.withResolvers<unknown>();
      const shared = { result: promise, readers: 0, deadlineAt: reader.deadlineAt, controller };
      if (changing === 0) {
        const ofIdentifier = joinable.get(key.identifier) ?? new Map<string, SharedRead>();
        joinable.set(key.identifier, ofIdentifier.set(key.read, shared));
      }
      const result = waitFor(key, shared, reader);
      const call = { signal: controller.signal, deadlineAt: () => shared.deadlineAt };
      resolve(read(call).finally(() => forget(key, shared)));
      return result;
    },

    /** Lets no later reader join the reads of an identifier that began before. */
    discard(identifier: string): void {
      joinable.delete(identifier);
    },

    /** Makes a call that changes data. From its start on, no read that began before its end can be joined. */
    async change<Result>(make: () => Promise<Result>): Promise<Result> {
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

  async function waitFor(key: ReadKey, shared: SharedRead, { signal, deadlineAt }: Reader): Promise<unknown> {
    const left = Promise.withResolvers<never>();
    const leave = () => {
      left.reject(signal.reason);
      shared.readers -= 1;
      if (shared.readers > 0) return;
      forget(key, shared);
      shared.controller.abort(signal.reason);
    };
    shared.readers += 1;
    shared.deadlineAt = Math.max(shared.deadlineAt, deadlineAt);
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([shared.result, left.promise]);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  function forget({ identifier, read }: ReadKey, shared: SharedRead) {
    const ofIdentifier = joinable.get(identifier);
    if (ofIdentifier?.get(read) !== shared) return;
    ofIdentifier.delete(read);
    if (ofIdentifier.size === 0) joinable.delete(identifier);
  }
}
