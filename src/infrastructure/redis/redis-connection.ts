import { withCommandTimeout } from './command-timeout.ts';
import { openClient, type RedisClient } from './open-client.ts';

export interface RedisConnectionOptions {
  /** Begins with `redis://` or `rediss://`. */
  url: string;
  /** Called when Redis is down or too slow, once until it works again. */
  onDown(reason: string): void;
  /** Called when Redis works again. */
  onUp(): void;
  /** Time between pings, in milliseconds; 2 seconds by default. */
  pingIntervalMs?: number;
}

/** A connection to Redis that never delays its users for long. It recovers by itself. */
export interface RedisConnection {
  readonly client: RedisClient;
  /** Runs commands; returns undefined if Redis is down or too slow, in which case they may still be executed. */
  run<Result>(commands: () => Promise<Result>): Promise<Result | undefined>;
  close(): void;
}

/** After this many failed commands in a row, no commands are sent for a while. */
const maxConsecutiveFailures = 3;
const initialPauseMs = 500;
const maxPauseMs = 5_000;
const defaultPingIntervalMs = 2_000;

export function connectRedis({
  url,
  onDown,
  onUp,
  pingIntervalMs = defaultPingIntervalMs,
}: RedisConnectionOptions): RedisConnection {
  // Above the ping interval, so that only a server that no longer replies to pings causes a reconnect.
  const client = openClient(url, { socketTimeoutMs: 2 * pingIntervalMs, pingIntervalMs });
  let failures = 0;
  /** Length of the current pause; 0 while commands are sent. */
  let pauseMs = 0;
  let pausedUntil = 0;
  let isProbing = false;
  let isDown = false;
  let isClosed = false;

  client.on('error', reportDown);
  // Send a command on these events, to detect a recovery even when there is no other command.
  for (const event of ['ready', 'ping-interval']) client.on(event, () => void run(() => client.ping()));
  client.connect().catch(reportDown);

  async function run<Result>(commands: () => Promise<Result>): Promise<Result | undefined> {
    // After a pause, one command probes. Skip the others, which would wait for its outcome.
    const isProbe = pauseMs > 0;
    if (!client.isReady || (isProbe && (isProbing || performance.now() < pausedUntil))) return undefined;
    isProbing = isProbe;
    try {
      const result = await withCommandTimeout(commands);
      reportUp();
      return result;
    } catch (error) {
      failures += 1;
      // Commands that were in flight when a pause began do not extend it.
      if (isProbe || (pauseMs === 0 && failures >= maxConsecutiveFailures)) pause();
      if (pauseMs > 0) reportDown(error);
      return undefined;
    } finally {
      if (isProbe) isProbing = false;
    }
  }

  function pause() {
    pauseMs = Math.min(maxPauseMs, 2 * pauseMs || initialPauseMs);
    pausedUntil = performance.now() + pauseMs;
  }

  function reportUp() {
    failures = 0;
    pauseMs = 0;
    if (isDown) onUp();
    isDown = false;
  }

  function reportDown(error: unknown) {
    if (isDown || isClosed) return;
    isDown = true;
    onDown(error instanceof Error ? error.message : String(error));
  }

  return {
    client,
    run,
    close() {
      isClosed = true;
      if (client.isOpen) client.destroy();
    },
  };
}
