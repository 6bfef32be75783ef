import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApp } from '../../../../src/app/app.ts';
import { readConfig } from '../../../../src/app/config/config.ts';
import type { Db } from '../../../../src/platform/database/open-database.ts';
import { storeActivities } from '../../../../src/platform/services/conversation/store/store-activities.ts';
import { scopes } from '../../../../src/tools/tool.ts';
import { startPlatformLab } from '../../../platform/api/platform-lab.ts';
import { activity, ada, storeTeams, uuid, zoe } from '../../../platform/services/conversation/conversation-records.ts';
import { AllOutputsOfActivityDocument } from '../../../support/generated/operations.ts';
import { graphqlRequest, now } from '../../../support/graph/test-graph.ts';
import { testRedisUrl } from '../../../support/network/fake-redis.ts';
import { useResource } from '../../../support/resource.ts';
import { daysAgo } from '../../../graph/conversation/conversation-graph.ts';
import { timeLimit } from '../../../support/time-limit.ts';

async function startNodes() {
  const lab = await startPlatformLab();
  await storeTeams(lab.db);
  const config = readConfig({
    CACHE_SECONDS: '0',
    ...(testRedisUrl !== undefined && { REDIS_URL: testRedisUrl }),
    PLATFORM_URL: lab.origin,
    PLATFORM_CLIENT_ID: lab.client.clientId,
    PLATFORM_CLIENT_SECRET: lab.secret,
  });
  const node = () =>
    createApp(config, {
      log: pino({ level: 'silent' }),
      now: () => now,
      identify: ({ headers }) => ({
        identifier: headers.get('x-test-caller') ?? '',
        scopes: new Set(scopes.filter((scope) => headers.get('x-test-scopes')?.includes(scope) ?? true)),
      }),
    });
  const nodes = [await node(), await node()] as const;
  return {
    nodes,
    db: lab.db,
    connect: (identifier: string, userId: string) => lab.connect('convo', { identifier, userId }),
    async close() {
      await Promise.all(nodes.map((each) => each.close()));
      await lab.close();
    },
  };
}

const store = (db: Db, summary: string) => storeActivities(db, [activity('one', { started_at: daysAgo(10), summary })]);

describe.runIf(testRedisUrl)('outputs cached in Redis by two nodes', () => {
  const lab = useResource(startNodes);
  let caller: string;

  /** The summary, and whether it was cached. */
  async function read(index: 0 | 1, as = caller, headers = {}) {
    const operation = AllOutputsOfActivityDocument;
    const variables = { id: uuid('activity one'), isListed: true };
    const request = graphqlRequest('http://graph.test/graphql', { operation, variables, as, headers });
    const { data, errors, extensions } = JSON.parse(await (await lab.nodes[index].fetch(request)).text());
    const calls: { tool: string; source: string }[] = extensions.toolCalls;
    const source = calls.find(({ tool }) => tool === 'summary_get')?.source;
    const summary = data.activity?.summary?.content;
    return {
      ...(summary && { summary }),
      ...(source && { source }),
      ...(errors && { code: errors[0].extensions.code }),
    };
  }

  async function connect(): Promise<string> {
    const identifier = `ada ${randomUUID()}`;
    await lab.connect(identifier, ada);
    return identifier;
  }

  beforeAll(async () => {
    await store(lab.db, 'They met.');
    // A node caches nothing until it is connected to Redis.
    const first = await connect();
    for (const index of [0, 1] as const) {
      await vi.waitFor(async () => expect(await read(index, first)).toMatchObject({ source: 'CACHED' }), timeLimit(20));
    }
  });
  beforeEach(async () => {
    caller = await connect();
    await store(lab.db, 'They met.');
  });

  it('are shared by the nodes, but not by two callers', async () => {
    expect(await read(0)).toEqual({ summary: 'They met.', source: 'CALLED' });
    expect(await read(1)).toEqual({ summary: 'They met.', source: 'CACHED' });
    expect(await read(1, await connect())).toEqual({ summary: 'They met.', source: 'CALLED' });
  });

  it('show an import on both nodes', async () => {
    await read(0);
    await store(lab.db, 'They agreed.');

    expect(await read(1)).toEqual({ summary: 'They agreed.', source: 'CALLED' });
    expect(await read(0)).toEqual({ summary: 'They agreed.', source: 'CACHED' });
  });

  it('are not returned by the other node after the caller has lost access or the scope', async () => {
    await read(0);
    const headers = { 'x-test-scopes': 'talent:read' };
    expect(await read(1, caller, headers)).toEqual({ code: 'FORBIDDEN' });
    await lab.connect(caller, zoe);

    expect(await read(1)).toEqual({});
    await lab.connect(caller, ada);
    expect(await read(1)).toEqual({ summary: 'They met.', source: 'CALLED' });
  });
});
