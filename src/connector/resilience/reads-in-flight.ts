/** The payload of a read, and the record that its schema made of it. */
export interface ReadResult {
  payload: unknown;
  /** Frozen with all its parts if several callers share it. */
  record: unknown;
}

/** A read in flight that several callers can share. */
interface SharedRead {
  result: Promise<ReadResult>;
  readers: number;
  /** Whether a second caller has joined, even if it has left again. */
  isJoined: boolean;
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
    join(key: ReadKey, reader: Reader): Promise<ReadResult> | undefined {
      const shared = joinable.get(key.identifier)?.get(key.read);
      if (!shared) return undefined;
      shared.isJoined = true;
      return waitFor(key, shared, reader);
    },

    /** Begins a read that later readers can join. */
    begin(key: ReadKey, reader: Reader, read: (call: SharedCall) => Promise<ReadResult>): Promise<ReadResult> {
      const controller = new AbortController();
      const { promise, resolve } = Promise.withResolvers<ReadResult>();
      const shared = { result: promise, readers: 0, isJoined: false, deadlineAt: reader.deadlineAt, controller };
      if (changing === 0) {
        const ofIdentifier = joinable.get(key.identifier) ?? new Map<string, SharedRead>();
        joinable.set(key.identifier, ofIdentifier.set(key.read, shared));
      }
      const result = waitFor(key, shared, reader);
      const call = { signal: controller.signal, deadlineAt: () => shared.deadlineAt };
      const ended = read(call).finally(() => forget(key, shared));
      resolve(ended.then((found) => (shared.isJoined ? { ...found, record: deepFreeze(found.record) } : found)));
      return result;
    },

    /** Stops new readers from joining the identifier's reads in flight. */
    discard(identifier: string): void {
      joinable.delete(identifier);
    },

    /** Makes a call that changes data. Reads that overlap it cannot be joined. */
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

  async function waitFor(key: ReadKey, shared: SharedRead, { signal, deadlineAt }: Reader): Promise<ReadResult> {
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

/** Freezes a value and everything in it. A frozen `Date` can still be changed by its methods; no code may call them. */
function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) deepFreeze(part);
  return Object.freeze(value);
}
