import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type App, createApp } from '../../src/app/app.ts';
import { readConfig } from '../../src/app/config/config.ts';
import { listen, type Listener } from '../../src/http/listen.ts';
import { createClients } from '../../src/platform/accounts/clients.ts';
import type { OpenDatabase } from '../../src/platform/database/open-database.ts';
import { restPaths } from '../../src/tools/rest-protocol.ts';
import { openMemoryDatabase } from '../support/database/memory-database.ts';
import { countStatements, type StatementCounter } from '../support/database/statement-counter.ts';
import { ask } from '../support/graph/served-graph.ts';

const page = `{ signals(first: 50) { nodes { lists { name } experiences { company { name } }
  educations { institution { name } } } } }`;

describe('a page of 50 signals over REST', () => {
  const log = pino({ level: 'silent' });
  const requests: string[] = [];
  let database: OpenDatabase;
  let statements: StatementCounter;
  let platform: App;
  let platformListener: Listener;
  let graph: App;
  let graphListener: Listener;
  beforeAll(async () => {
    database = await openMemoryDatabase();
    statements = countStatements(database);
    platform = await createApp(readConfig({ DATA_DIR: 'memory' }), { database: statements.database, log });
    platformListener = await listen(
      (request, ...rest) => {
        requests.push(new URL(request.url).pathname);
        return platform.fetch(request, ...rest);
      },
      { host: '127.0.0.1', port: 0 },
    );
    const { client, secret } = await createClients(database.db).add('graph');
    const config = readConfig({
      DATA_DIR: 'memory',
      CACHE_SECONDS: '0',
      PLATFORM_URL: platformListener.url,
      PLATFORM_CLIENT_ID: client.clientId,
      PLATFORM_CLIENT_SECRET: secret,
    });
    graph = await createApp(config, { log });
    graphListener = await listen(graph.fetch, { host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await graphListener.close();
    await graph.close();
    await platformListener.close();
    await platform.close();
    await database.close();
  });

  it('makes 55 tool calls in 3 requests, which run 16 SQL statements', async () => {
    // The embedded database ends a turn of the event loop that takes longer than 10 ms, and with it the merging of reads.
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    // The first page also reads the list of tools and gets a token.
    await ask(`${graphListener.url}/graphql`, page);
    requests.length = 0;
    statements.take();

    const { errors, toolCalls } = await ask(`${graphListener.url}/graphql`, page);

    expect(errors).toEqual([]);
    expect({ calls: toolCalls.length, requests, statements: statements.take() }).toEqual({
      calls: 55,
      requests: [restPaths.executeTool, restPaths.executeTools, restPaths.executeTool],
      statements: 16,
    });
  });
});
