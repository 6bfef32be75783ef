import { createEventLoopTurn } from './event-loop-turn.ts';

export interface FairQueueLimits {
  /** Maximum number of tasks that run at once; unlimited by default, like the other limits. */
  maxRunning?: number;
  /** Maximum number of tasks of one key that run at once. */
  maxRunningPerKey?: number;
  /** Maximum number of tasks that wait. */
  maxWaiting?: number;
  /** Maximum number of tasks of one key that wait. */
  maxWaitingPerKey?: number;
  /**
   * How long tasks may run in one turn of the event loop, in milliseconds; unlimited by default. Then the next task waits
   * for a turn. Needed for tasks that run on the main thread, such as statements of PGlite: a long queue of them would
   * block all other work.
   */
  maxBlockMs?: number;
}

/** The error of a task that was not started, because too many tasks were waiting. */
export class QueueFullError extends Error {
  constructor() {
    super('Too many tasks are waiting.');
    this.name = new.target.name;
  }
}

/** The error of a task that was not started, because it waited too long. */
export class QueueTimeoutError extends Error {
  constructor(timeoutMs: number) {
    super(`The task waited longer than ${timeoutMs} ms.`);
    this.name = new.target.name;
  }
}

/** A task that needs a slot. */
export interface QueuedTask {
  /** Tasks with the same key start in the order of their arrival; keys with waiting tasks take turns. */
  key: string;
  /** Aborting it removes a waiting task from the queue. */
  signal?: AbortSignal | undefined;
  /** Maximum waiting time in milliseconds; unlimited by default. */
  timeoutMs?: number | undefined;
}

/** Runs a limited number of tasks at once; keys that have tasks waiting take turns. */
export interface FairQueue {
  /**
   * Runs a task, or waits until it may run. A task whose signal is aborted leaves the queue at once.
   * @throws QueueFullError, QueueTimeoutError, the signal's reason, or the task's error
   */
  run<Result>(options: QueuedTask, task: () => Promise<Result>): Promise<Result>;
  /**
   * Waits for a slot, for tasks that are not one function.
   * @returns a function that releases the slot; call it once
   * @throws QueueFullError, QueueTimeoutError, or the signal's reason
   */
  acquire(options: QueuedTask): Promise<() => void>;
  readonly running: number;
  readonly waiting: number;
  /** Returns the number of waiting tasks of a key. */
  waitingOf(key: string): number;
}

interface Lane {
  key: string;
  running: number;
  /** In the order of arrival. */
  waiting: Set<Waiting>;
}

interface Waiting {
  start(): void;
  reject(reason: unknown): void;
}

export function createFairQueue({
  maxRunning = Infinity,
  maxRunningPerKey = Infinity,
  maxWaiting = Infinity,
  maxWaitingPerKey = Infinity,
  maxBlockMs = Infinity,
}: FairQueueLimits): FairQueue {
  const lanes = new Map<string, Lane>();
  /** The lanes that may start a task, in the order of their turns. */
  const turns = new Set<Lane>();
  let running = 0;
  let waiting = 0;
  const loopTurn = createEventLoopTurn(maxBlockMs);

  return {
    async run(options, task) {
      // Start at once if a slot is free: awaiting would let other tasks go first.
      const releaseSlot = enter(options) ?? (await turnOf(options));
      try {
        // The signal can be aborted between the task's turn and its start.
        options.signal?.throwIfAborted();
        return await task();
      } finally {
        releaseSlot();
      }
    },
    acquire: async (options) => enter(options) ?? turnOf(options),
    get running() {
      return running;
    },
    get waiting() {
      return waiting;
    },
    waitingOf: (key) => lanes.get(key)?.waiting.size ?? 0,
  };

  /** Takes a free slot; returns undefined if the task has to wait. */
  function enter({ key, signal }: QueuedTask): (() => void) | undefined {
    signal?.throwIfAborted();
    const lane = laneOf(key);
    if (running >= maxRunning || lane.running >= maxRunningPerKey) return undefined;
    begin(lane);
    return () => release(lane);
  }

  function laneOf(key: string): Lane {
    return lanes.get(key) ?? { key, running: 0, waiting: new Set() };
  }

  function begin(lane: Lane) {
    lanes.set(lane.key, lane);
    running += 1;
    lane.running += 1;
    loopTurn.start();
  }

  function release(lane: Lane) {
    if (loopTurn.isTooLong) setImmediate(() => end(lane));
    else end(lane);
  }

  function end(lane: Lane) {
    running -= 1;
    lane.running -= 1;
    forgetIfEmpty(lane);
    if (lane.waiting.size > 0) turns.add(lane);
    takeTurns();
  }

  function forgetIfEmpty(lane: Lane) {
    if (lane.running + lane.waiting.size === 0) lanes.delete(lane.key);
  }

  async function turnOf({ key, signal, timeoutMs }: QueuedTask): Promise<() => void> {
    const lane = laneOf(key);
    makeRoom(lane);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry: Waiting = { start: resolve, reject };
    const leave = (reason: unknown) => {
      remove(lane, entry);
      reject(reason);
    };
    const abort = () => leave(signal?.reason);
    const timer =
      timeoutMs === undefined ? undefined : setTimeout(() => leave(new QueueTimeoutError(timeoutMs)), timeoutMs);
    lanes.set(key, lane);
    lane.waiting.add(entry);
    waiting += 1;
    if (lane.running < maxRunningPerKey) turns.add(lane);
    signal?.addEventListener('abort', abort, { once: true });
    try {
      await promise;
      return () => release(lane);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Makes room for one more waiting task; if the queue is full, the newest task of the longest lane is rejected. */
  function makeRoom(lane: Lane) {
    if (lane.waiting.size >= maxWaitingPerKey) throw new QueueFullError();
    if (waiting < maxWaiting) return;
    let longest = lane;
    for (const other of lanes.values()) if (other.waiting.size > longest.waiting.size) longest = other;
    const last = [...longest.waiting].at(-1);
    if (longest === lane || !last) throw new QueueFullError();
    remove(longest, last);
    last.reject(new QueueFullError());
  }

  function remove(lane: Lane, entry: Waiting) {
    if (!lane.waiting.delete(entry)) return;
    waiting -= 1;
    if (lane.waiting.size === 0) turns.delete(lane);
    forgetIfEmpty(lane);
  }

  /** Starts as many waiting tasks as can run, one of each lane in turn. */
  function takeTurns() {
    for (const lane of turns) {
      if (running >= maxRunning) return;
      const [next] = lane.waiting;
      turns.delete(lane);
      if (!next) continue;
      remove(lane, next);
      begin(lane);
      next.start();
      // Adding the lane again puts it behind the others.
      if (lane.waiting.size > 0 && lane.running < maxRunningPerKey) turns.add(lane);
    }
  }
}
