import DataLoader from 'dataloader';
import { afterPromises } from '../../operation/promises.ts';
import { ToolError } from '../../tools/errors/tool-error.ts';
import type { GraphContext } from './context.ts';

/** Returns a function that creates a value once per object. */
export function oncePer<Owner extends object, Value>(create: (owner: Owner) => Value): (owner: Owner) => Value {
  const values = new WeakMap<object, Value>();
  return (owner) => {
    const value = values.get(owner) ?? create(owner);
    values.set(owner, value);
    return value;
  };
}

/** Creates a value per operation, on first use. A mutation discards these values, so that later reads see its change. */
export function perOperation<Value>(create: (context: GraphContext) => Value): (context: GraphContext) => Value {
  const byScope = new WeakMap<object, Value>();
  return (context) => {
    const existing = byScope.get(context.loaderScope);
    if (existing) return existing;
    const value = create(context);
    byScope.set(context.loaderScope, value);
    return value;
  };
}

/** Creates a loader over a tool without input. */
export const singletonLoader = <Value>(fetch: (context: GraphContext) => Promise<Value>) =>
  perOperation((context) => {
    let value: Promise<Value> | undefined;
    return { load: () => (value ??= fetch(context)) };
  });

/**
 * Creates a loader that batches all keys of one level of the query. The resolvers of a level can run in several turns
 * of the event loop, so the loader waits for the last resolver, and then for the promises of that tick.
 * @param after schedules a function at the end of a tick
 */
export function batchLoader<Key, Value, CacheKey = Key>(
  { operation }: GraphContext,
  load: DataLoader.BatchLoadFn<Key, Value>,
  {
    after = afterPromises,
    ...options
  }: DataLoader.Options<Key, Value, CacheKey> & { after?: typeof afterPromises } = {},
) {
  const { work } = operation;
  // Resolvers can start during the wait for the promises, so check again afterwards.
  const dispatchAfterPromises = (dispatch: () => void) =>
    after(() => (work.isHolding ? schedule(dispatch) : dispatch()));
  const schedule = (dispatch: () => void): void =>
    work.isHolding ? work.whenReleased(() => dispatchAfterPromises(dispatch)) : dispatchAfterPromises(dispatch);
  return new DataLoader<Key, Value, CacheKey>(load, { batchScheduleFn: schedule, ...options });
}

/** Creates a loader over a tool that takes one key. Calls for keys requested in the same tick start together. */
export const perKeyLoader = <Key, Value>(
  context: GraphContext,
  load: (key: Key) => Promise<Value>,
  cacheKeyFn?: (key: Key) => string,
) =>
  batchLoader<Key, Value, Key | string>(
    context,
    (keys) => Promise.all(keys.map((key) => load(key).catch(toError))),
    cacheKeyFn && { cacheKeyFn },
  );

/** Converts a failure to an `Error`, which DataLoader requires as the result of a failed key. */
export const toError = (error: unknown) =>
  error instanceof Error ? error : new Error('unexpected failure', { cause: error });

/** Returns the records in the order of the keys; null for keys that were not found. */
export function inKeyOrder<RecordType extends { id: string }>(keys: readonly string[], records: readonly RecordType[]) {
  const byId = new Map(records.map((record) => [record.id, record]));
  return keys.map((key) => byId.get(key) ?? null);
}

export async function nullIfNotFound<Value>(result: Promise<Value>): Promise<Value | null> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof ToolError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

/** Loads a single id with the tool `one`. Once two ids are requested in the same tick, `all` loads all records. */
export function oneOrAllLoader<RecordType extends { id: string }>(
  context: GraphContext,
  tools: {
    one: (id: string) => Promise<RecordType>;
    all: (keyCount: number) => Promise<{ items: RecordType[] }>;
  },
) {
  let allRecords: Promise<RecordType[]> | undefined;
  const loadAll = (keyCount = 1) => (allRecords ??= tools.all(keyCount).then(({ items }) => items));
  const byId = batchLoader<string, RecordType | null>(context, async (ids) => {
    const [only] = ids;
    if (ids.length === 1 && only !== undefined && !allRecords) return [await nullIfNotFound(tools.one(only))];
    return inKeyOrder(ids, await loadAll(ids.length));
  });
  return { byId, loadAll };
}
