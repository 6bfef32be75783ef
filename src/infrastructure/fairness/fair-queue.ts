import { createSlotQueue, QueueError, type Slot, type SlotLimits } from './slot-queue.ts';

interface QueuedTask {
  /** Tasks with the same key start in the order of their arrival; keys with waiting tasks alternate. */
  key: string;
  /** Removes the waiting task from the queue when aborted. */
  signal?: AbortSignal | undefined;
  /** Maximum waiting time in milliseconds; unlimited by default. */
  timeoutMs?: number | undefined;
}

export type FairQueue = ReturnType<typeof createFairQueue>;

interface Entry {
  key: string;
  enteredAt: number;
  slot: Slot | undefined;
  started: Promise<Slot>;
  start(slot: Slot): void;
  reject(reason: unknown): void;
}

export function createFairQueue(limits: Omit<SlotLimits, 'maxTasksPerKey'>) {
  // Entries are never batched, so each slot starts one; add() starts at once if a slot is free.
  const slots = createSlotQueue<Entry>(limits, ([entry], slot) => entry.start(slot));

  return Object.assign(slots, {
    run,
    acquire,
    /** How long the first waiting task of a key has waited, in milliseconds; 0 if no task waits. */
    waitedMs(key: string): number {
      const first = slots.firstOf(key);
      return first ? performance.now() - first.enteredAt : 0;
    },
  });

  /** @throws QueueError, the task's error, or the signal's reason if aborted before the task starts */
  async function run<Result>(options: QueuedTask, task: () => Promise<Result>): Promise<Result> {
    const entry = enter(options);
    // Start at once if a slot is free: awaiting would let other tasks go first.
    const slot = entry.slot ?? (await slotFor(entry, options));
    try {
      // The abort signal can fire after the task has reached the head of the queue, but before it starts.
      options.signal?.throwIfAborted();
      return await task();
    } finally {
      slot.release();
    }
  }

  /** Returns a function that releases the slot; call it once. @throws QueueError, or the signal's reason */
  async function acquire(options: QueuedTask): Promise<() => void> {
    const entry = enter(options);
    return (entry.slot ?? (await slotFor(entry, options))).release;
  }

  function enter({ key, signal }: QueuedTask): Entry {
    signal?.throwIfAborted();
    const { promise: started, resolve, reject } = Promise.withResolvers<Slot>();
    const start = (slot: Slot) => {
      entry.slot = slot;
      resolve(slot);
    };
    const entry: Entry = { key, enteredAt: performance.now(), slot: undefined, started, start, reject };
    slots.add(entry);
    return entry;
  }

  async function slotFor(entry: Entry, { signal, timeoutMs }: QueuedTask): Promise<Slot> {
    const leave = (reason: unknown) => {
      slots.remove(entry);
      entry.reject(reason);
    };
    const abort = () => leave(signal?.reason);
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => leave(new QueueError(`The task waited longer than ${timeoutMs} ms.`)), timeoutMs);
    signal?.addEventListener('abort', abort, { once: true });
    try {
      return await entry.started;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }
}
