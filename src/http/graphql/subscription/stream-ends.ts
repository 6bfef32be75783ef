import { OperationError } from '../../../operation/operation.ts';

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

/** Clients reconnect at random within this time: thousands of clients at the same moment would block a server. */
const maxReconnectDelayMs = 5_000;

export const randomReconnectDelayMs = (): number => Math.round(Math.random() * maxReconnectDelayMs);

const streamEnded = (message: string, reconnectDelayMs = 0) =>
  new OperationError({
    code: 'SUBSCRIPTION_ENDED',
    message,
    extensions: { retryAt: new Date(Date.now() + reconnectDelayMs).toISOString() },
  });

const serverStops = () =>
  streamEnded(
    'The server stops. Subscribe again with the cursor of the last event as `after`.',
    randomReconnectDelayMs(),
  );

const lifetimeEnds = () =>
  streamEnded(
    'The stream has reached its maximum lifetime. Subscribe again with the cursor of the last event as `after`.',
  );

const tokenExpired = () =>
  new OperationError({
    code: 'UNAUTHENTICATED',
    message: 'The token has expired. Subscribe again with a new token and the cursor of the last event as `after`.',
  });

export type StreamEnds = ReturnType<typeof createStreamEnds>;

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
