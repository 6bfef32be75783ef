import { setTimeout as delay } from 'node:timers/promises';
import { openClient, type RedisClient } from './redis-connection.ts';

interface BlockingConnectionOptions {
  url: string;
  /** Called on each new connection, and after a failure. */
  start(client: RedisClient): Promise<void>;
  /** Called again and again. Its commands must block for `blockMs` at most. */
  read(client: RedisClient): Promise<void>;
  /** Called when Redis is down, once until it works again. */
  onDown(reason: string): void;
  onUp(): void;
}

export const blockMs = 2_000;
const retryDelayMs = 1_000;

/** A connection for commands that wait for data, which would delay all other commands. It recovers by itself. */
export function connectBlocking({ url, start, read, onDown, onUp }: BlockingConnectionOptions) {
  // Above the time that a command may block, so that only a server that no longer replies causes a reconnect.
  const client = openClient(url, { socketTimeoutMs: 2 * blockMs });
  let isDown = false;
  const closing = new AbortController();
  const { signal } = closing;

  function reportDown(error: unknown) {
    if (isDown || signal.aborted) return;
    isDown = true;
    onDown(error instanceof Error ? error.message : String(error));
  }

  async function whenReady() {
    const { promise, resolve } = Promise.withResolvers<void>();
    client.once('ready', () => resolve());
    if (!client.isReady) await promise;
  }

  async function run() {
    while (!signal.aborted) {
      try {
        await whenReady();
        await start(client);
        if (isDown) onUp();
        isDown = false;
        while (!signal.aborted) await read(client);
      } catch (error) {
        reportDown(error);
        await delay(retryDelayMs, undefined, { signal, ref: false }).catch(() => {});
      }
    }
  }

  client.on('error', reportDown);
  client.connect().catch(reportDown);
  void run();
  return {
    close() {
      closing.abort();
      if (client.isOpen) client.destroy();
    },
  };
}
