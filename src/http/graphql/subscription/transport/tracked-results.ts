import type { ExecutionResult } from 'graphql';
import { distinctCodes } from '../../errors/result-text.ts';

export interface EndOfResults {
  /** `completed`, the argument of `stop`, or the error code of a failed source or of a last result without data. */
  reason: string;
  events: number;
  errorCodes: ReadonlySet<string>;
  fault?: unknown;
}

/** The transport reads one result at a time, so that nothing is buffered. */
export interface TrackedResults extends AsyncIterableIterator<ExecutionResult, undefined, undefined> {
  next(): Promise<IteratorResult<ExecutionResult, undefined>>;
  return(): Promise<IteratorResult<ExecutionResult, undefined>>;
  /** Ends the results and a `next` in progress at once. Only the first reason counts. */
  stop(reason: string): void;
}

const done = { done: true, value: undefined } as const;

/** Does not return an async generator, whose `return` would wait until the next event arrives. */
export function trackResults(
  source: AsyncIterable<ExecutionResult>,
  { onEvent, onEnd }: { onEvent: () => void; onEnd: (end: EndOfResults) => void },
): TrackedResults {
  const iterator = source[Symbol.asyncIterator]();
  const errorCodes = new Set<string>();
  let events = 0;
  let lastCode: string | undefined;
  let isEnded = false;
  let finishWaiting: (() => void) | undefined;

  function end(reason: string, fault?: unknown): void {
    if (isEnded) return;
    isEnded = true;
    finishWaiting?.();
    onEnd({ reason, events, errorCodes, fault });
  }

  function count({ data, errors = [] }: ExecutionResult): void {
    const codes = distinctCodes(errors);
    for (const code of codes) errorCodes.add(code);
    lastCode = data == null ? codes[0] : undefined;
    if (data == null) return;
    events += 1;
    onEvent();
  }

  async function read(): Promise<IteratorResult<ExecutionResult, undefined>> {
    try {
      const result = await iterator.next();
      if (isEnded) return done;
      if (result.done === true) {
        end(lastCode ?? 'completed');
        return done;
      }
      count(result.value);
      return { done: false, value: result.value };
    } catch (error) {
      if (isEnded) return done;
      end('INTERNAL_SERVER_ERROR', error);
      throw error;
    }
  }

  const tracked: TrackedResults = {
    [Symbol.asyncIterator]: () => tracked,
    next: () =>
      new Promise((resolve, reject) => {
        if (isEnded) return resolve(done);
        finishWaiting = () => resolve(done);
        read().then(resolve, reject);
      }),
    stop(reason) {
      if (isEnded) return;
      end(reason);
      // Ignore an error while the source ends: the reader has left.
      void Promise.resolve(iterator.return?.()).catch(() => {});
    },
    async return() {
      tracked.stop('client');
      return done;
    },
  };
  return tracked;
}
