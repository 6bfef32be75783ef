import type { OperationAccount } from '../operation-account.ts';

/**
 * Number of objects that all large results together complete in one turn. Completing an object takes about 5 µs, so
 * other requests wait a few milliseconds.
 */
export const objectsPerTurn = 500;

/** Number of objects that a result completes without waiting for turns. Most operations need fewer. */
export const objectsWithoutTurns = 1000;

/**
 * Maximum number of large results of one identifier that take turns; further ones wait. Each can occupy 100 MB until it
 * is complete or reaches the object limit.
 */
const maxLargeResults = 2;

export type Turns = ReturnType<typeof createTurns>;

interface Waiting {
  objects: number;
  proceed: () => void;
}

interface LargeResult {
  toComplete: Waiting[];
  loaded: number;
  toResolve: Waiting[];
  dispatches: (() => void)[];
  takeTurn(): void;
}

const isWaiting = ({ toComplete, toResolve }: LargeResult) => toComplete.length + toResolve.length > 0;

/** The large results of each identifier; only the first `maxLargeResults` take turns. */
const byIdentifier = new Map<string, LargeResult[]>();

/** Lets a large result wait for turns: steps on its account, so that callers share the event loop and pay for its use. */
export function createTurns({ identifier, result: cpu }: Pick<OperationAccount, 'identifier' | 'result'>) {
  const result: LargeResult = { toComplete: [], loaded: 0, toResolve: [], dispatches: [], takeTurn };
  let hasEnded = false;

  function takeTurn(): void {
    void cpu.step(() => {
      proceed(result);
      if (isWaiting(result)) takeTurn();
      // The objects of this turn are completed only after it, and may have to wait again.
      else setImmediate(() => dispatchIfNoneWaits(result));
    });
  }

  async function wait(waiting: Waiting[], objects: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (hasEnded) return promise;
    const isFirst = !isWaiting(result);
    waiting.push({ objects, proceed: resolve });
    if (!isFirst) return promise;
    const results = byIdentifier.get(identifier) ?? [];
    byIdentifier.set(identifier, results);
    if (!results.includes(result)) results.push(result);
    if (results.indexOf(result) < maxLargeResults) takeTurn();
    return promise;
  }

  return {
    get waiting(): number {
      return result.loaded + result.toResolve.length;
    },
    /** Resolves once it is time to complete `objects` that are already loaded. */
    async toComplete(objects: number): Promise<void> {
      if (!hasEnded) result.loaded += objects;
      return wait(result.toComplete, objects);
    },
    /** Loaded objects are completed first and inner fields are resolved first, so that few objects occupy memory. */
    toResolve: (objects: number) => wait(result.toResolve, objects),
    /** Runs `dispatch` once no object waits for a turn. Loaders would otherwise need a batch for each turn. */
    whenNoneWaits(dispatch: () => void): void {
      if (isWaiting(result)) result.dispatches.push(dispatch);
      else dispatch();
    },
    /** Releases everything that waits: its promises are never settled. */
    end(): void {
      hasEnded = true;
      const { dispatches } = result;
      Object.assign(result, { toComplete: [], loaded: 0, toResolve: [], dispatches: [] });
      // Another execution for the same event can wait for a batch of these loaders.
      for (const dispatch of dispatches) dispatch();
      const results = byIdentifier.get(identifier) ?? [];
      const index = results.indexOf(result);
      if (index === -1) return;
      results.splice(index, 1);
      if (results.length === 0) byIdentifier.delete(identifier);
      const next = results[maxLargeResults - 1];
      if (index < maxLargeResults && next && isWaiting(next)) next.takeTurn();
    },
  };
}

function proceed(result: LargeResult): void {
  for (let objects = 0; objects < objectsPerTurn;) {
    const completed = result.toComplete.pop();
    if (completed) result.loaded -= completed.objects;
    const next = completed ?? result.toResolve.pop();
    if (!next) return;
    objects += next.objects;
    next.proceed();
  }
}

function dispatchIfNoneWaits(result: LargeResult): void {
  if (isWaiting(result)) return;
  for (const dispatch of result.dispatches.splice(0)) dispatch();
}
