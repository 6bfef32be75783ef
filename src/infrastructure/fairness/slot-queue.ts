export interface SlotLimits {
  /** Maximum number of slots, which may change; unlimited by default, like the other limits. */
  maxRunning?: number | (() => number);
  /** Initial number of slots, by default `maxRunning`; grows up to `maxRunning` if a key waits for `growthDelayMs`. */
  usualRunning?: number;
  maxRunningPerKey?: number;
  /** Maximum number of running tasks of one key, in all its slots together. */
  maxTasksPerKey?: number;
  maxWaiting?: number;
  maxWaitingPerKey?: number;
}

/** The task was not started: too many tasks were waiting, or the task waited too long. */
export class QueueError extends Error {
  override readonly name = 'QueueError';
  /** Whether too many tasks of the same key were waiting. */
  readonly isKeyFull: boolean;

  constructor(message: string, { isKeyFull = false } = {}) {
    super(message);
    this.isKeyFull = isKeyFull;
  }
}

/** How long a key waits for a slot before the queue uses more slots. */
const growthDelayMs = 50;

const queueFull = (options?: { isKeyFull: boolean }) => new QueueError('Too many tasks are waiting.', options);

export interface SlotTask {
  readonly key: string;
  /** Tasks of one key with the same batch share a slot; a task without a batch has its own slot. */
  readonly batch?: string | undefined;
  readonly maxBatch?: number;
  /** Rejects the task if it loses its place in the queue to a task of another key. */
  reject(error: QueueError): void;
}

export interface Slot {
  /** Releases one task of the slot; must be called once for each task. */
  release(): void;
}

export type SlotQueue<Task extends SlotTask> = ReturnType<typeof createSlotQueue<Task>>;

interface Lane<Task> {
  key: string;
  slots: number;
  running: number;
  waiting: Set<Task>;
}

/** Keys with waiting tasks get slots in rotation. `start` starts the tasks that share a slot; it must not throw. */
export function createSlotQueue<Task extends SlotTask>(
  {
    maxRunning = Infinity,
    usualRunning = Infinity,
    maxRunningPerKey = Infinity,
    maxTasksPerKey = Infinity,
    maxWaiting = Infinity,
    maxWaitingPerKey = Infinity,
  }: SlotLimits,
  start: (tasks: [Task, ...Task[]], slot: Slot) => void,
) {
  const lanes = new Map<string, Lane<Task>>();
  /** The lanes that may start a task, in the order in which they get a slot, with the start of their wait. */
  const readyLanes = new Map<Lane<Task>, number>();
  let slots = 0;
  /** Number of slots that may be used for now; grows in steps of `usualRunning`. */
  let limit = usualRunning;
  let growthTimer: NodeJS.Timeout | undefined;
  let running = 0;
  let waiting = 0;
  let isStarting = false;
  let isScheduled = false;
  const maxSlots = () => (typeof maxRunning === 'function' ? maxRunning() : maxRunning);
  const hasSlot = () => slots < Math.min(limit, maxSlots());
  const hasRoom = (lane: Lane<Task>) => lane.slots < maxRunningPerKey && lane.running < maxTasksPerKey;

  return {
    /** The tasks of a batch start together, not before the next iteration of the event loop. @throws QueueError */
    add(task: Task): void {
      const lane = lanes.get(task.key) ?? { key: task.key, slots: 0, running: 0, waiting: new Set() };
      const isFree = hasSlot() && hasRoom(lane) && !isScheduled;
      if (isFree && task.batch === undefined) return begin(lane, [task]);
      makeRoom(lane);
      lanes.set(task.key, lane);
      lane.waiting.add(task);
      waiting += 1;
      if (!hasRoom(lane)) return;
      addReady(lane);
      if (isFree) startReadyLater();
      else growLater();
    },
    remove(task: Task): void {
      const lane = lanes.get(task.key);
      if (lane) remove(lane, task);
    },
    get running(): number {
      return running;
    },
    get waiting(): number {
      return waiting;
    },
    waitingOf: (key: string) => lanes.get(key)?.waiting.size ?? 0,
    firstOf: (key: string) => lanes.get(key)?.waiting.values().next().value,
  };

  function begin(lane: Lane<Task>, tasks: [Task, ...Task[]]) {
    lanes.set(lane.key, lane);
    slots += 1;
    lane.slots += 1;
    running += tasks.length;
    lane.running += tasks.length;
    let unreleased = tasks.length;
    const release = () => {
      running -= 1;
      lane.running -= 1;
      unreleased -= 1;
      if (unreleased === 0) {
        slots -= 1;
        lane.slots -= 1;
        if (slots < usualRunning) limit = usualRunning;
      }
      forgetIfEmpty(lane);
      const [next] = lane.waiting;
      if (next) addReady(lane);
      if (next?.batch === undefined) startReady();
      else startReadyLater();
    };
    start(tasks, { release });
  }

  /** Makes room for one more waiting task; if the queue is full, the newest task of the longest lane is rejected. */
  function makeRoom(lane: Lane<Task>) {
    if (lane.waiting.size >= maxWaitingPerKey) throw queueFull({ isKeyFull: true });
    if (waiting < maxWaiting) return;
    let longest = lane;
    for (const other of lanes.values()) if (other.waiting.size > longest.waiting.size) longest = other;
    const last = [...longest.waiting].at(-1);
    if (longest === lane || !last) throw queueFull();
    remove(longest, last);
    last.reject(queueFull());
  }

  function remove(lane: Lane<Task>, task: Task) {
    if (!lane.waiting.delete(task)) return;
    waiting -= 1;
    if (lane.waiting.size === 0) readyLanes.delete(lane);
    forgetIfEmpty(lane);
  }

  function forgetIfEmpty(lane: Lane<Task>) {
    if (lane.running + lane.waiting.size === 0) lanes.delete(lane.key);
  }

  /** Starts tasks after this iteration of the event loop, so that tasks that are added meanwhile start with them. */
  function startReadyLater() {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      startReady();
    });
  }

  function startReady() {
    // A task that ends at once releases its slot while this function runs.
    if (isStarting) return;
    isStarting = true;
    for (const lane of readyLanes.keys()) {
      if (!hasSlot()) break;
      readyLanes.delete(lane);
      const [first] = lane.waiting;
      if (!first || !hasRoom(lane)) continue;
      begin(lane, takeBatch(lane, first));
      // Adding the lane again puts it behind the other lanes.
      if (lane.waiting.size > 0 && hasRoom(lane)) addReady(lane);
    }
    isStarting = false;
    growLater();
  }

  function addReady(lane: Lane<Task>) {
    if (!readyLanes.has(lane)) readyLanes.set(lane, performance.now());
  }

  /** Uses more slots as soon as the first lane has waited too long. */
  function growLater() {
    const [since] = readyLanes.values();
    if (since === undefined || hasSlot() || limit >= maxSlots() || growthTimer) return;
    const grow = () => {
      growthTimer = undefined;
      const [first = Infinity] = readyLanes.values();
      if (!hasSlot() && performance.now() - first >= growthDelayMs) limit += usualRunning;
      startReady();
    };
    growthTimer = setTimeout(grow, Math.max(growthDelayMs - (performance.now() - since), 1)).unref();
  }

  function takeBatch(lane: Lane<Task>, first: Task): [Task, ...Task[]] {
    const tasks: [Task, ...Task[]] = [first];
    const max = Math.min(first.maxBatch ?? 1, maxTasksPerKey - lane.running);
    if (first.batch !== undefined) {
      for (const task of lane.waiting) {
        if (tasks.length >= max) break;
        if (task !== first && task.batch === first.batch) tasks.push(task);
      }
    }
    for (const task of tasks) remove(lane, task);
    return tasks;
  }
}
