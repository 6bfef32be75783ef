import { randomUUID } from 'node:crypto';
import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createSocketClient } from 'graphql-ws';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { openDatabase, type OpenedDatabase } from '../../../src/platform/database/open-database.ts';
import { storeActivities } from '../../../src/platform/services/conversation/store/store-activities.ts';
import { storeUsers } from '../../../src/platform/services/conversation/store/store-users.ts';
import { resuming } from '../../../src/clients/resuming.ts';
import { makeServerDatabase, type ServerDatabase } from '../../support/database/server-database.ts';
import { type BreakableProxy, startBreakableProxy } from '../../support/network/breakable-proxy.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../../support/network/redis-server.ts';
import { testVaultKey } from '../../support/platform/service-keys.ts';
import { commandJson } from '../../support/process/cli.ts';
import { cleanUp, makeFolder, type Program, startProgram } from '../../support/process/program.ts';
import { startHoldingReceiver } from './holding-receiver.ts';
import { timeLimit } from '../../support/time-limit.ts';

const serverUrl = process.env['TEST_DATABASE_URL'];

const document = `subscription ($after: EventCursor) { conversationEvents(after: $after) { id cursor } }`;
const emitted = z.object({ event: z.object({ id: z.string() }) });
const resultSchema = z.object({ data: z.object({ conversationEvents: z.object({ id: z.string() }) }) });

describe.skipIf(serverUrl === undefined || !hasRedisServer)(
  'two nodes on PostgreSQL and Redis',
  { timeout: timeLimit(240) },
  () => {
    let database: ServerDatabase;
    let opened: OpenedDatabase;
    let redis: RedisServer;
    let receiver: Awaited<ReturnType<typeof startHoldingReceiver>>;
    let proxy: BreakableProxy;
    let environment: Record<string, string>;
    // Each test continues with the nodes of the previous one.
    let node: Program;
    let other: Program;
    /** The ids that the subscribers received, per transport. */
    const received: { ws: string[]; sse: string[] } = { ws: [], sse: [] };
    const clients: { dispose(): unknown }[] = [];
    const activityId = randomUUID();
    const sent: string[] = [];

    /** Records an event with a command, so without a node. */
    async function emit(): Promise<string> {
      const args = ['events', 'emit', 'conversation_exported', '--activity', activityId, '--user', 'ada@example.com'];
      const { event } = emitted.parse(await commandJson(environment, args));
      sent.push(event.id);
      return event.id;
    }
    const whenAllReceived = () =>
      vi.waitFor(() => expect(received).toEqual({ ws: sent, sse: sent }), { timeout: timeLimit(60), interval: 50 });

    function subscribe(): void {
      const url = `${proxy.url}/graphql`;
      const ws = createSocketClient({ url: url.replace('http', 'ws'), retryAttempts: 0 });
      const sse = createSseClient({ url, retryAttempts: 0 });
      clients.push(ws, sse);
      for (const [name, client] of [
        ['ws', resuming(ws, () => received.ws.push('reload'))],
        ['sse', resuming(sse, () => received.sse.push('reload'))],
      ] as const) {
        client.subscribe(
          { query: document },
          {
            next: (result) => received[name].push(resultSchema.parse(result).data.conversationEvents.id),
            error: (error) => received[name].push(String(error)),
            complete: () => received[name].push('complete'),
          },
        );
      }
    }

    beforeAll(async () => {
      database = await makeServerDatabase(serverUrl ?? '');
      redis = await startRedisServer();
      receiver = await startHoldingReceiver();
      environment = {
        DATABASE_URL: database.url,
        DATA_DIR: await makeFolder(),
        REDIS_URL: redis.url,
        VAULT_KEY: testVaultKey,
        WEBHOOK_ALLOW_HTTP: 'true',
        WEBHOOK_ALLOW_PRIVATE: 'true',
        METRICS: 'true',
      };
      opened = await openDatabase({ url: database.url });
      await storeConversation(opened, activityId);
      [node, other] = await Promise.all([startProgram(environment), startProgram(environment)]);
      const { data } = await node.ask(
        `mutation ($url: URL!) {
        createWebhook(input: { trigger: CONVERSATION_EXPORTED, url: $url }) { __typename }
      }`,
        { url: receiver.url },
      );
      expect(data).toEqual({ createWebhook: { __typename: 'CreateWebhookSuccess' } });
      proxy = await startBreakableProxy(new URL(node.url).port);
      subscribe();
      await whenSubscribed(node, 2);
    }, timeLimit(240));
    afterAll(async () => {
      for (const client of clients) void client.dispose();
      await proxy.close();
      await cleanUp();
      await receiver.close();
      await redis.stop();
      await opened.close();
      await database.remove();
    });

    it('send events to subscribers and webhooks once while Redis restarts', async () => {
      await emit();
      await whenAllReceived();
      await redis.stop();
      await emit();
      await whenAllReceived();
      await redis.start();
      await emit();
      await whenAllReceived();
      await vi.waitFor(() => expect(receiver.received).toEqual(sent), timeLimit(60));
    });

    it('lose nothing when one is killed', async () => {
      // Only the node that will be killed can send the webhook, because the other one is paused.
      process.kill(other.pid, 'SIGSTOP');
      receiver.hold();
      const unacknowledged = await emit();
      await vi.waitFor(() => expect(receiver.received.at(-1)).toBe(unacknowledged), timeLimit(60));
      process.kill(node.pid, 'SIGSTOP');
      const undelivered = await emit();
      await receiver.release();
      // The receiver has responded, but the paused node is killed before it reads the response.
      await node.end('SIGKILL');
      proxy.restore(new URL(other.url).port);
      process.kill(other.pid, 'SIGCONT');

      await whenAllReceived();
      await vi.waitFor(() => expect(receiver.received.at(-1)).toBe(undelivered), timeLimit(60));
      await expireClaims(opened);
      await vi.waitFor(() => expect(receiver.received).toEqual([...sent, unacknowledged]), timeLimit(60));
    });
  },
);

/** Stores a conversation of the default organization, hosted by Ada. */
async function storeConversation({ db }: OpenedDatabase, id: string): Promise<void> {
  const host = randomUUID();
  await storeUsers(db, [{ id: host, name: 'Ada Moreau', email: 'ada@example.com' }]);
  const times = { started_at: '2026-02-01 10:00:00', completed_at: '2026-02-01T10:10:00Z' };
  await storeActivities(db, [{ id, type: 'call', status: 'completed', title: 'Call', ...times, host_user_id: host }]);
}

/** Waits until a node has this many subscriptions. */
async function whenSubscribed(node: Program, count: number): Promise<void> {
  const url = node.url.replace('/graphql', '/metrics');
  await vi.waitFor(async () => {
    const open = (await (await fetch(url)).text()).matchAll(/^graphql_subscriptions\{.*\} (\d+)$/gm);
    expect(Array.from(open, ([, number]) => Number(number)).reduce((sum, number) => sum + number, 0)).toBe(count);
  }, timeLimit(60));
}

/** Ends all claims now; the claims of a crashed node would otherwise end within 15 seconds. */
const expireClaims = ({ db }: OpenedDatabase) =>
  sql`update convo_webhook_deliveries set claimed_until = now() where claimed_until is not null`.execute(db);
