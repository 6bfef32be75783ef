import { hash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { z } from 'zod';
import { connectRedis, openClient, type RedisClient } from '../redis/redis-connection.ts';
import type { Change, Changes } from './event-feed.ts';

/** Announces changes within this process only. */
export function createLocalChanges(): Changes {
  const listeners = new Set<(change: Change) => void>();
  return {
    publish(change) {
      for (const listener of listeners) listener(change);
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => listeners.clear(),
  };
}

interface RedisChangesOptions {
  url: string;
  namespace: string;
  log: Logger;
}

/** Maximum length of the stream. Older entries are dropped; a node that missed them finds the events when it polls. */
const maxEntries = 1_000;
/** After this time without entries, Redis deletes the stream, because its deployment may no longer exist. */
const expiryMs = 3_600_000;
const blockMs = 2_000;
const retryDelayMs = 1_000;
/** Maximum number of earlier entries that are searched for cancellations when reading starts. */
const maxRecovered = 100;
/** Maximum number of unsent changes; beyond it, a single `all` replaces them. */
const maxUnsent = 10_000;

const entrySchema = z.object({
  node: z.string(),
  changes: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(
      z.array(
        z.union([
          z.object({ organization: z.string() }),
          z.object({ activity: z.string() }),
          z.object({ cancelledCall: z.string() }),
          z.object({ all: z.literal(true) }),
        ]),
      ),
    ),
});

const isCancellation = (change: string) => change.startsWith('{"cancelledCall"');

/**
 * Announces changes to all nodes by a Redis stream, and directly to the listeners of this process. While Redis is
 * down, other nodes find events by polling; cancellations are sent again until Redis has stored them.
 */
export function createRedisChanges({ url, namespace, log }: RedisChangesOptions): Changes {
  const key = `changes:${hash('sha256', namespace, 'base64url')}`;
  const node = randomUUID();
  const local = createLocalChanges();
  const unsent = new Set<string>();
  let isSending = false;
  let retry: NodeJS.Timeout | undefined;
  let lastId = '0-0';
  let reading: { close(): void } | undefined;

  const sending = connectRedis({
    url,
    onDown: (reason) =>
      log.warn({ reason }, 'changes are not sent to other nodes: they find events a few seconds later'),
    onUp: () => log.info('changes are sent to other nodes again'),
  });

  async function send() {
    isSending = true;
    while (unsent.size > 0) {
      const batch = unsent.size > maxUnsent ? ['{"all":true}'] : [...unsent];
      const changes = `[${batch.join(',')}]`;
      unsent.clear();
      const trim = { strategy: 'MAXLEN', strategyModifier: '~', threshold: maxEntries } as const;
      const sent = await sending.run(() =>
        sending.client.multi().xAdd(key, '*', { node, changes }, { TRIM: trim }).pExpire(key, expiryMs).exec(),
      );
      if (sent) continue;
      for (const change of batch.filter(isCancellation)) unsent.add(change);
      retry ??= setTimeout(resend, retryDelayMs).unref();
      break;
    }
    isSending = false;
  }

  function resend() {
    retry = undefined;
    if (!isSending && unsent.size > 0) void send();
  }

  function receive(
    { node: sender, changes }: Record<string, string>,
    isWanted: (change: Change) => boolean = () => true,
  ) {
    const { data: entry } = entrySchema.safeParse({ node: sender, changes });
    if (!entry || entry.node === node) return;
    for (const change of entry.changes.filter(isWanted)) local.publish(change);
  }

  /** Continues at the end of the stream. Of earlier entries, reads only cancellations: listeners poll for the rest. */
  async function start(client: RedisClient) {
    const recent = (await client.xRevRange(key, '+', '-', { COUNT: maxRecovered })) ?? [];
    lastId = recent[0]?.id ?? '0-0';
    local.publish({ all: true });
    for (const { message } of recent) receive(message, (change) => 'cancelledCall' in change);
  }

  async function read(client: RedisClient) {
    const streams = await client.xRead({ key, id: lastId }, { COUNT: 100, BLOCK: blockMs });
    for (const { id, message } of streams?.[0]?.messages ?? []) {
      lastId = id;
      receive(message);
    }
  }

  /** Reads on a separate connection, because its commands block until there is data. Reconnects by itself. */
  function openReading() {
    // The time-out exceeds the time that a command may block: only a server that no longer replies causes a reconnect.
    const client = openClient(url, { socketTimeoutMs: 2 * blockMs });
    const closing = new AbortController();
    const { signal } = closing;
    let isDown = false;

    function reportDown(error: unknown) {
      if (isDown || signal.aborted) return;
      isDown = true;
      const reason = error instanceof Error ? error.message : String(error);
      log.warn(
        { reason },
        'change notifications from other nodes are not received, so events arrive a few seconds late',
      );
    }

    async function run() {
      while (!signal.aborted) {
        try {
          if (!client.isReady) await once(client, 'ready');
          await start(client);
          if (isDown) log.info('change notifications from other nodes are received again');
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

  return {
    publish(change: Change) {
      local.publish(change);
      unsent.add(JSON.stringify(change));
      if (!isSending) void send();
    },
    listen(listener) {
      reading ??= openReading();
      return local.listen(listener);
    },
    close() {
      local.close();
      reading?.close();
      clearTimeout(retry);
      sending.close();
    },
  };
}
