import { createRequire } from 'node:module';
import type * as Redis from '@redis/client';

export type RedisClient = ReturnType<typeof openClient>;

interface RedisConnectionOptions {
  url: string;
  /** Called when Redis is down or too slow; called again only after Redis has recovered. */
  onDown(reason: string): void;
  onUp(): void;
}

const pingIntervalMs = 2_000;

/** Number of consecutive failures after which no commands are sent for a while. */
const maxConsecutiveFailures = 3;
const initialPauseMs = 500;
const maxPauseMs = 5_000;
const maxReconnectDelayMs = 2_000;
const initialReconnectDelayMs = 50;
const connectTimeoutMs = 2_000;

/** A connection to Redis that limits the time of each command and reconnects by itself. */
export function connectRedis({ url, onDown, onUp }: RedisConnectionOptions) {
  // The time-out exceeds the ping interval: only a server that no longer replies to pings causes a reconnect.
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

  /** Runs commands; returns undefined if Redis is down or too slow, in which case they may still be executed. */
  async function run<Result>(commands: () => Promise<Result>): Promise<Result | undefined> {
    // After a pause, one command at a time is a probe. Skip other commands until the probe has ended.
    const isProbe = pauseMs > 0;
    if (!client.isReady || (isProbe && (isProbing || performance.now() < pausedUntil))) return undefined;
    isProbing = isProbe;
    try {
      const result = await withCommandTimeout(commands);
      reportUp();
      return result;
    } catch (error) {
      failures += 1;
      // Commands that were in flight when a pause began do not extend the pause.
      if (isProbe || (pauseMs === 0 && failures >= maxConsecutiveFailures)) pause();
      if (pauseMs > 0) reportDown(error);
      return undefined;
    } finally {
      if (isProbe) isProbing = false;
    }
  }

  function pause() {
    pauseMs = pauseMs === 0 ? initialPauseMs : Math.min(maxPauseMs, 2 * pauseMs);
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

/** Reconnects by itself, also after `socketTimeoutMs` without data. Commands fail while disconnected. */
export function openClient(url: string, times: { socketTimeoutMs: number; pingIntervalMs?: number }) {
  // Load the client only where Redis is used: loading its modules takes 10% of the start-up time.
  const { createClient }: typeof Redis = createRequire(import.meta.url)('@redis/client');
  return createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    ...(times.pingIntervalMs !== undefined && { pingInterval: times.pingIntervalMs }),
    socket: {
      connectTimeout: connectTimeoutMs,
      socketTimeout: times.socketTimeoutMs,
      reconnectStrategy: (retries) => Math.min(maxReconnectDelayMs, initialReconnectDelayMs * 2 ** retries),
    },
  });
}

const commandTimeoutMs = 100;
const tickMs = 10;

/** Limits the time of a command. Counts ticks, so that time in which a blocked event loop reads no reply is ignored. */
async function withCommandTimeout<Result>(command: () => Promise<Result>): Promise<Result> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  let remainingTicks = commandTimeoutMs / tickMs;
  const timer = setInterval(() => {
    remainingTicks -= 1;
    if (remainingTicks === 0) reject(new Error(`Redis did not reply within ${commandTimeoutMs} ms.`));
  }, tickMs);
  try {
    return await Promise.race([command(), timeout]);
  } finally {
    clearInterval(timer);
  }
}
