import { PlatformError } from '../../../tools/errors/platform-error.ts';
import { type CallContext, currentCall, runCall } from './call-context.ts';

interface Read<Key> {
  /** Reads of different scopes are never merged. */
  scope?: string;
  key: Key;
}

/** Loads keys. The returned function throws the error of a key, and creates new objects for each read. */
type Load<Key, Value> = (keys: Key[], scope: string) => Promise<(key: Key) => Value>;

/**
 * Merges reads. Reads of a scope that start in the same iteration of the event loop share one call of `load`, which
 * begins after all these reads have started. Nothing is cached, so a read sees all changes that were made before it.
 *
 * `load` runs for several tool calls, so its statements have a call context of their own:
 * - Aborting a tool call ends only its own read. `load` is aborted when no read waits for it.
 * - If `load` fails, every read rejects with its own copy of the error.
 * - If `load` obtains a connection of a service, every tool call counts as begun (`hasBegun`).
 */
export function mergeReads<Key, Value>(load: Load<Key, Value>): (read: Read<Key>) => Promise<Value> {
  const groups = new Map<string, ReturnType<typeof createGroup<Key, Value>>>();

  const startGroup = (scope: string) => {
    const group = createGroup<Key, Value>((keys) => load(keys, scope));
    groups.set(scope, group);
    setImmediate(() => {
      groups.delete(scope);
      void group.run();
    });
    return group;
  };

  return ({ scope = '', key }) => (groups.get(scope) ?? startGroup(scope)).join(key);
}

interface WaitingRead<Key, Value> extends PromiseWithResolvers<Value> {
  key: Key;
  call: CallContext | undefined;
}

function createGroup<Key, Value>(load: (keys: Key[]) => Promise<(key: Key) => Value>) {
  const waiting = new Set<WaitingRead<Key, Value>>();
  const abandoned = new AbortController();
  let isRunning = false;

  async function loadAll() {
    const valueOf = await load(Array.from(waiting, ({ key }) => key)).catch((error: unknown) => () => {
      throw copyOf(error);
    });
    const hasBegun = currentCall()?.hasBegun ?? false;
    for (const { key, call, resolve, reject } of waiting) {
      if (call) call.hasBegun ||= hasBegun;
      try {
        resolve(valueOf(key));
      } catch (error) {
        reject(error);
      }
    }
  }

  return {
    async join(key: Key): Promise<Value> {
      const call = currentCall();
      call?.signal.throwIfAborted();
      const read = { key, call, ...Promise.withResolvers<Value>() };
      const leave = () => {
        waiting.delete(read);
        read.reject(call?.signal.reason);
        // Until the group runs, other reads can still join it.
        if (isRunning && waiting.size === 0) abandoned.abort(call?.signal.reason);
      };
      waiting.add(read);
      call?.signal.addEventListener('abort', leave, { once: true });
      try {
        return await read.promise;
      } finally {
        call?.signal.removeEventListener('abort', leave);
      }
    },
    /** Never rejects. */
    async run(): Promise<void> {
      isRunning = true;
      const [first] = waiting;
      if (first) await runCall({ signal: abandoned.signal, account: first.call?.account }, loadAll);
    },
  };
}

/** Copies a PlatformError. Wraps any other error, because its class and details are unknown. */
const copyOf = (error: unknown): Error =>
  error instanceof PlatformError
    ? error.with({})
    : new Error('A read shared by several calls failed.', { cause: error });
