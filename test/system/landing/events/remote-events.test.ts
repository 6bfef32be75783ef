// oxlint-disable-next-line timing/no-sleep -- delays requests as a network does
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from 'graphql-sse';
import { z } from 'zod';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type App, createApp } from '../../../../src/app/app.ts';
import { readConfig } from '../../../../src/app/config/config.ts';
import { listen, type Listener } from '../../../../src/http/listen.ts';
import { createAccounts } from '../../../../src/platform/accounts/accounts.ts';
import { openVault } from '../../../../src/platform/accounts/open-vault.ts';
import type { OpenedDatabase } from '../../../../src/platform/database/open-database.ts';
import { recordEvents } from '../../../../src/platform/services/conversation/events/record-events.ts';
import { resuming } from '../../../../src/clients/resuming.ts';
import { ada, storeTeams, zoe } from '../../../platform/services/conversation/conversation-records.ts';
import { runCommand } from '../../../support/process/cli.ts';
import { cleanUp, makeFolder } from '../../../support/process/program.ts';
import { openMemoryDatabase } from '../../../support/database/memory-database.ts';
import { uploadForm } from '../../../support/graph/upload-form.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../../../support/network/redis-server.ts';
import { randomFrom } from '../../../support/random.ts';
import { connectUser, testVaultKey } from '../../../support/platform/service-keys.ts';
import { environmentOfClient } from '../../../support/network/serve-app.ts';
import { callerFromHeader, startApp } from '../../../support/network/start-app.ts';
import { timeLimit } from '../../../support/time-limit.ts';

const log = pino({ level: 'silent' });
const subscription = `subscription {
  conversationEvents { id trigger activity { title processing { state } } }
}`;

const cursorSchema = z.object({ conversationEvents: z.object({ cursor: z.string() }) });

interface Node {
  app: App;
  listener: Listener;
}

/** Listens before the app exists, because the platform has to know the address. */
async function listenFirst() {
  const holder: { app?: App } = {};
  const random = randomFrom(1);
  const unavailable = () => new Response(null, { status: 503 });
  const listener = await listen(
    async (request, bindings) => {
      // Random delays make webhooks overtake each other.
      if (request.url.includes('/webhooks/')) await wait(random.int(0, 50));
      return holder.app?.fetch(request, bindings) ?? unavailable();
    },
    { host: '127.0.0.1', port: 0 },
  );
  return { holder, listener };
}

describe.skipIf(!hasRedisServer)('events of a remote platform', { timeout: timeLimit(60) }, () => {
  let redis: RedisServer;
  let database: OpenedDatabase;
  let platform: Node;
  const nodes: Node[] = [];
  let stopping = new AbortController();

  beforeAll(async () => {
    redis = await startRedisServer();
    const places = [await listenFirst(), await listenFirst()];
    database = await openMemoryDatabase();
    await storeTeams(database.db);
    const shared = { DATA_DIR: 'memory', DEMO_DATA: 'false', VAULT_KEY: testVaultKey };
    const RECORDING_ORIGINS = places.map(({ listener }) => listener.url).join(',');
    const config = readConfig({ ...shared, SERVES: 'platform', RECORDING_ORIGINS });
    const platformApp = await createApp(config, { database, log });
    platform = { app: platformApp, listener: await listen(platformApp.fetch, { host: '127.0.0.1', port: 0 }) };
    const now = () => new Date();
    const accounts = createAccounts({ db: database.db, vault: await openVault(config.vault), now });
    for (const [identifier, userId] of Object.entries({ ada, zoe })) {
      const account = { db: database.db, accounts, service: 'convo', ...config.connections.convo } as const;
      await connectUser(account, { identifier, userId });
    }
    const remote = await environmentOfClient(database.db, platform.listener.url);
    const settings = { ...shared, ...remote, REDIS_URL: redis.url };
    const secrets = await connectOrganizations({ ...settings, DATA_DIR: await makeFolder() }, places[0]?.listener.url);
    for (const { holder, listener } of places) {
      const environment = { ...settings, PUBLIC_URL: listener.url, WEBHOOK_RECEIVER_SECRETS: secrets };
      holder.app = await startApp(environment, callerFromHeader());
      nodes.push({ app: holder.app, listener });
    }
  });
  afterEach(async () => {
    stopping.abort();
    stopping = new AbortController();
    await vi.waitFor(async () => expect(await Promise.all(nodes.map(readersOf))).toEqual(['0', '0']), timeLimit(20));
  });
  afterAll(async () => {
    for (const { app, listener } of [...nodes, platform]) {
      await app.endStreams();
      await listener.close();
      await app.close();
    }
    await database.close();
    await redis.stop();
    await cleanUp();
  });

  /** Lets the platform send events of both organizations to `url`, and returns their secrets. */
  async function connectOrganizations(settings: Record<string, string>, url = ''): Promise<string> {
    let secrets = '';
    for (const identifier of ['ada', 'zoe']) {
      const environment = { ...settings, WEBHOOK_RECEIVER_SECRETS: secrets };
      const args = ['webhooks', 'connect', '--identifier', identifier, '--url', url];
      const { code, stdout, stderr } = await runCommand(environment, args);
      expect([code, stderr]).toEqual([0, expect.stringContaining('Connected 5 triggers')]);
      secrets = stdout.trim().replace('WEBHOOK_RECEIVER_SECRETS=', '');
    }
    return secrets;
  }

  /** Subscribes a caller at a node and returns the list to which the data of its events are added. */
  function subscribe({ listener }: Node, caller: string, query = subscription): unknown[] {
    const client = createClient({
      url: `${listener.url}/graphql`,
      headers: { 'x-test-caller': caller },
      retryAttempts: 0,
    });
    stopping.signal.addEventListener('abort', () => client.dispose());
    const results: unknown[] = [];
    client.subscribe({ query }, { next: ({ data }) => void results.push(data), error: () => {}, complete: () => {} });
    return results;
  }

  async function readersOf({ app }: Node): Promise<string | undefined> {
    const metrics = await app.fetchMetrics(new Request('http://graph.test/metrics'));
    return /^event_readers (\d+)$/m.exec(await metrics.text())?.[1];
  }

  async function uploadAt({ listener }: Node | undefined = platform, caller: string, title: string) {
    const response = await fetch(`${listener.url}/graphql`, {
      method: 'POST',
      headers: { 'apollo-require-preflight': '1', 'x-test-caller': caller },
      body: uploadForm({ title, hostUserEmail: `${caller}@${caller === 'ada' ? 'acme' : 'zenith'}.example` }),
    });
    expect(await response.json()).toMatchObject({ data: { uploadActivity: { __typename: 'UploadActivitySuccess' } } });
  }

  const processed = (title: string) => ({
    conversationEvents: {
      id: expect.any(String),
      trigger: 'CONVERSATION_PROCESSED',
      activity: { title, processing: { state: 'DONE' } },
    },
  });

  it('reach the subscribers of their organization once, on every graph node', async () => {
    const received = nodes.map((node) => ({ ada: subscribe(node, 'ada'), zoe: subscribe(node, 'zoe') }));
    await vi.waitFor(async () => expect(await Promise.all(nodes.map(readersOf))).toEqual(['2', '2']), timeLimit(20));

    await uploadAt(nodes[1], 'ada', 'Call of Acme');
    await vi.waitFor(() => expect(received.map((each) => each.ada.length)).toEqual([1, 1]), timeLimit(30));
    // A repeated or misdirected event would arrive before this event of the other organization.
    await uploadAt(nodes[0], 'zoe', 'Call of Zenith');
    await vi.waitFor(() => expect(received.map((each) => each.zoe.length)).toEqual([1, 1]), timeLimit(30));

    for (const each of received) {
      expect(each).toEqual({ ada: [processed('Call of Acme')], zoe: [processed('Call of Zenith')] });
    }
    const [one, two] = received;
    expect(one).toEqual(two);
  });

  it('arrive in the order in which they occurred', async () => {
    const query = '{ conversationEvents { id } }';
    const received = nodes.map((node) => subscribe(node, 'ada', `subscription ${query}`));
    await vi.waitFor(async () => expect(await Promise.all(nodes.map(readersOf))).toEqual(['1', '1']), timeLimit(20));
    const { id: activityId } = await database.db
      .selectFrom('convo_activities')
      .select('id')
      .where('title', '=', 'Call of Acme')
      .executeTakeFirstOrThrow();
    const triggers = ['conversation_processed', 'conversation_played'] as const;
    const causes = Array.from({ length: 60 }, (_, index) => ({
      trigger: triggers[index % 2] ?? 'conversation_played',
      activityId,
      userId: ada,
      occurredAt: new Date(),
    }));
    const events = await database.db
      .transaction()
      .execute((trx) => recordEvents(trx, causes, { now: () => new Date() }));

    await vi.waitFor(() => expect(received.map(({ length }) => length)).toEqual([60, 60]), timeLimit(30));
    const expected = events.map(({ id }) => ({ conversationEvents: { id } }));
    expect(received).toEqual([expected, expected]);
  });

  it('continue after a restart of an empty Redis, or tell the client to load the current state', async () => {
    const [node = platform] = nodes;
    const query =
      'subscription ($after: EventCursor) { conversationEvents(after: $after) { cursor activity { title } } }';
    const current = subscribe(node, 'ada', query);
    await vi.waitFor(async () => expect(await readersOf(node)).toBe('1'), timeLimit(20));
    await uploadAt(node, 'ada', 'Before');
    await vi.waitFor(() => expect(current).toHaveLength(1), timeLimit(30));
    const { cursor: after } = cursorSchema.parse(current[0]).conversationEvents;
    await uploadAt(node, 'ada', 'Last');
    await vi.waitFor(() => expect(current).toHaveLength(2), timeLimit(30));
    await redis.stop();
    await redis.start();

    const steps: unknown[] = [];
    const client = createClient({
      url: `${node.listener.url}/graphql`,
      headers: { 'x-test-caller': 'ada' },
      retryAttempts: 0,
    });
    stopping.signal.addEventListener('abort', () => client.dispose());
    resuming(client, () => steps.push('reload')).subscribe(
      { query, variables: { after } },
      {
        next: ({ data }) => steps.push(data),
        error: (error) => steps.push(error),
        complete: () => steps.push('complete'),
      },
    );
    await vi.waitFor(async () => expect([steps, await readersOf(node)]).toEqual([['reload'], '2']), timeLimit(20));
    await uploadAt(node, 'ada', 'After');
    await vi.waitFor(() => expect(steps).toHaveLength(2), timeLimit(30));
    await vi.waitFor(() => expect(current).toHaveLength(3), timeLimit(30));

    const event = (title: string) => ({ conversationEvents: { cursor: expect.any(String), activity: { title } } });
    expect(current).toEqual(['Before', 'Last', 'After'].map(event));
    expect(steps).toEqual(['reload', event('After')]);
  });
});
