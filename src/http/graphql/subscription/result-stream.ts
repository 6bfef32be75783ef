import type { ExecutionResult } from 'graphql';
import type { StreamEnds } from './stream-ends.ts';

interface ResultStreamOptions<Event> {
  source: AsyncIterable<Event>;
  /** Aborted when the stream ends; the source then has to end. */
  controller: AbortController;
  /** Must fail at once when the stream ends. A result without `data` is the last result. */
  execute: (event: Event) => Promise<ExecutionResult>;
  failure: (error: unknown) => ExecutionResult;
  ends: StreamEnds;
  expiresAt: Date | undefined;
}

/** Yields one result per event when the client is ready; a final error if the source fails or the stream must end. */
export function createResultStream<Event>(options: ResultStreamOptions<Event>): AsyncGenerator<ExecutionResult, void> {
  const { source, controller, execute, failure, ends, expiresAt } = options;
  const { signal } = controller;
  // Begin to read at once, so that the client misses nothing after the start of its stream.
  const events = source[Symbol.asyncIterator]();
  const first = events.next();
  first.catch(() => {});
  let ending: { error: unknown } | undefined;
  const unregister = ends.register({
    expiresAt,
    end(error) {
      ending = { error };
      controller.abort(error);
    },
  });

  async function* results(): AsyncGenerator<ExecutionResult, void> {
    try {
      for (let next = await first; !next.done; next = await events.next()) {
        const result = await execute(next.value);
        yield result;
        if (result.data === undefined) return;
      }
    } catch (error) {
      if (!signal.aborted) ending = { error };
    } finally {
      unregister();
      controller.abort(new Error('The subscription has ended.'));
      await events.return?.();
    }
    if (ending) yield failure(ending.error);
  }

  const generator = results();

  function stop(): void {
    ending = undefined;
    unregister();
    controller.abort(new Error('The client has ended the subscription.'));
    // Do not wait for the source: its next event may be far away.
    generator.return().catch(() => {});
  }

  return {
    next: () => generator.next(),
    async return() {
      stop();
      return { done: true, value: undefined };
    },
    async throw(error) {
      stop();
      throw error;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
    async [Symbol.asyncDispose]() {
      stop();
    },
  };
}
