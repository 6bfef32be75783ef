import type { ExecutionResult } from 'graphql';
import { OperationError } from '../../../operation/operation.ts';

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

/** The lifetime of a stream. Clients then subscribe again, possibly on another server. */
const maxLifetimeMs = 3_600_000;

/** Fraction by which lifetimes vary at random: streams that started together must not end together. */
const lifetimeJitter = 0.1;

const sweepIntervalMs = 1_000;

interface Stream {
  end: (reason: OperationError) => void;
  /** Time at which the stream ends, in epoch milliseconds. */
  endsAt: number;
  reason: () => OperationError;
}

export type StreamEnds = ReturnType<typeof createStreamEnds>;

/** Clients reconnect at random within this time: thousands of clients at the same moment would block a server. */
const maxReturnMs = 5_000;

export const randomReturnMs = (): number => Math.round(Math.random() * maxReturnMs);

const streamEnded = (message: string, returnMs = 0) =>
  new OperationError({
    code: 'SUBSCRIPTION_ENDED',
    message,
    extensions: { retryAt: new Date(Date.now() + returnMs).toISOString() },
  });

const serverStops = () =>
  streamEnded('The server stops. Subscribe again with the cursor of the last event as `after`.', randomReturnMs());

const lifetimeEnds = () =>
  streamEnded(
    'The stream has reached its maximum lifetime. Subscribe again with the cursor of the last event as `after`.',
  );

const tokenExpired = () =>
  new OperationError({
    code: 'UNAUTHENTICATED',
    message: 'The token has expired. Subscribe again with a new token and the cursor of the last event as `after`.',
  });

/** All streams share one timer, which runs only while there are streams. */
export function createStreamEnds() {
  const streams = new Set<Stream>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  function sweep(): void {
    const now = Date.now();
    for (const stream of streams) if (stream.endsAt <= now) end(stream, stream.reason());
  }

  function end(stream: Stream, reason: OperationError): void {
    remove(stream);
    stream.end(reason);
  }

  function remove(stream: Stream): void {
    streams.delete(stream);
    if (streams.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    get count() {
      return streams.size;
    },
    /** Calls `end` when the stream must end, possibly at once. Call the returned function when the stream has ended. */
    register({ expiresAt, end: onEnd }: { expiresAt: Date | undefined; end: Stream['end'] }): () => void {
      const lifetime = maxLifetimeMs * (1 + lifetimeJitter * (2 * Math.random() - 1));
      const byLifetime = Date.now() + lifetime;
      const expiry = expiresAt?.getTime() ?? Infinity;
      const stream: Stream = {
        end: onEnd,
        endsAt: Math.min(byLifetime, expiry),
        reason: expiry <= byLifetime ? tokenExpired : lifetimeEnds,
      };
      if (isStopped) {
        onEnd(serverStops());
        return () => {};
      }
      streams.add(stream);
      timer ??= setInterval(sweep, sweepIntervalMs).unref();
      return () => remove(stream);
    },
    endAll() {
      isStopped = true;
      for (const stream of streams) end(stream, serverStops());
    },
  };
}
