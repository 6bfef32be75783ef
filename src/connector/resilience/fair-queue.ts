export interface FairQueueLimits {
  /** Maximum number of tasks that run at once. */
  maxRunning: number;
  /** Maximum number of tasks of one key that run at once. */
  maxRunningPerKey: number;
  /** Maximum number of tasks that wait. */
  maxWaiting: number;
  /** Maximum number of tasks of one key that wait. */
  maxWaitingPerKey: number;
}

/** Rejects a task because too many tasks of its key are waiting. It was not started. */
export class QueueFullError extends Error {
  constructor() {
    super('Too many tasks are waiting.');
    this.name = new.target.name;
  }
}

/** Runs a limited number of tasks at once; keys that have tasks waiting take turns. */
export interface FairQueue {
  /**
   * Runs a task, or waits until it may run. A task whose signal is aborted leaves the queue at once.
   * @throws QueueFullError, the signal's reason, or the task's error
   */
  run<Result>(place: { key: string; signal: AbortSignal }, task: () => Promise<Result>): Promise<Result>;
  readonly running: number;
  readonly waiting: number;
}

interface Lane {
  key: string;
  running: number;
  /** In the order of arrival. */
  waiting: Set<Waiting>;
}

interface Waiting {
  start(): void;
  reject(error: Error): void;
}

export function createFairQueue(limits: FairQueueLimits): FairQueue {
  const { maxRunning, maxRunningPerKey, maxWaiting, maxWaitingPerKey } = limits;
  const lanes = new Map<string, Lane>();
  /** The lanes that may start a task, in the order of their turns. */
  const turns = new Set<Lane>();
  let running = 0;
  let waiting = 0;

  return {
    async run({ key, signal }, task) {
      signal.throwIfAborted();
      const lane = lanes.get(key) ?? { key, running: 0, waiting: new Set() };
      if (running < maxRunning && lane.running < maxRunningPerKey) begin(lane);
      else await turnOf(lane, signal);
      try {
        // The signal can be aborted between the task's turn and its start.
        signal.throwIfAborted();
        return await task();
      } finally {
        end(lane);
      }
    },
    get running() {
      return running;
    },
    get waiting() {
      return waiting;
    },
  };

  function begin(lane: Lane) {
    lanes.set(lane.key, lane);
    running += 1;
    lane.running += 1;
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

  async function turnOf(lane: Lane, signal: AbortSignal): Promise<void> {
    makeRoom(lane);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry: Waiting = { start: resolve, reject };
    const leave = () => {
      remove(lane, entry);
      reject(signal.reason);
    };
    lanes.set(lane.key, lane);
    lane.waiting.add(entry);
    waiting += 1;
    if (lane.running < maxRunningPerKey) turns.add(lane);
    signal.addEventListener('abort', leave, { once: true });
    await promise.finally(() => signal.removeEventListener('abort', leave));
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
