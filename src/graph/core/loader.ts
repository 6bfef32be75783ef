import DataLoader from 'dataloader';
import { ToolError } from '../../connector/tool-error.ts';
import type { GraphContext } from './context.ts';

/** Loaders of one noun, made when first asked for and gone with the operation or at the next mutation. */
export function perOperation<Loaders>(create: (context: GraphContext) => Loaders): (context: GraphContext) => Loaders {
  const made = new WeakMap<object, Loaders>();
  return (context) => {
    const present = made.get(context.loaderScope);
    if (present) return present;
    const loaders = create(context);
    made.set(context.loaderScope, loaders);
    return loaders;
  };
}

/** A loader over a tool that takes no input: asked once an operation, whoever asks. */
export const singletonLoader = <Value>(ask: (context: GraphContext) => Promise<Value>) =>
  perOperation((context) => {
    let answer: Promise<Value> | undefined;
    return { load: () => (answer ??= ask(context)) };
  });

/** A loader over a tool that answers one key a call: each distinct key is one call, all of a tick start together. */
export function perKeyLoader<Key, Value>(load: (key: Key) => Promise<Value>, cacheKey?: (key: Key) => string) {
  return new DataLoader<Key, Value, Key | string>(
    (keys) => Promise.all(keys.map((key) => load(key).catch(toError))),
    cacheKey ? { cacheKeyFn: cacheKey } : {},
  );
}

/** DataLoader wants a key's failure as a value. */
export const toError = (error: unknown) =>
  error instanceof Error ? error : new Error('unexpected failure', { cause: error });

/** Puts what a batch answered in the order of the keys; what it did not answer is null. */
export function inKeyOrder<RecordType extends { id: string }>(keys: readonly string[], records: readonly RecordType[]) {
  const byId = new Map(records.map((record) => [record.id, record]));
  return keys.map((key) => byId.get(key) ?? null);
}

/** An id that names nothing is an answer, not an error. */
export async function nullIfNotFound<Value>(answer: Promise<Value>): Promise<Value | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ToolError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

/**
 * Records of a noun that has a tool for one and a tool for all but none for several: one by id costs `one`, two or
 * more cost `all`, and once all have been asked for nothing else is.
 */
export function oneOrAllLoader<RecordType extends { id: string }>(tools: {
  one: (id: string) => Promise<RecordType>;
  all: (keys: number) => Promise<{ items: RecordType[] }>;
}) {
  let everything: Promise<RecordType[]> | undefined;
  const loadAll = (keys = 1) => (everything ??= tools.all(keys).then(({ items }) => items));
  const byId = new DataLoader<string, RecordType | null>(async (ids) => {
    const [only] = ids;
    if (ids.length === 1 && only !== undefined && !everything) return [await nullIfNotFound(tools.one(only))];
    return inKeyOrder(ids, await loadAll(ids.length));
  });
  return { byId, loadAll };
}
