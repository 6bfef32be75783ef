import { Kind, OperationTypeNode, parse } from 'graphql';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../../src/app/app.ts';
import { readConfig } from '../../../src/app/config/config.ts';
import { readExamples } from '../../../src/http/graphql/graphiql/examples.ts';
import { listen, type Listener } from '../../../src/http/listen.ts';
import type { OpenDatabase } from '../../../src/platform/database/open-database.ts';
import { openMemoryDatabase } from '../../support/database/memory-database.ts';
import { ask } from '../../support/graph/served-graph.ts';

interface DemoServer {
  url: string;
  close(): Promise<void>;
}

/** Serves demo data with the prefix. */
async function serveDemo(prefix: string): Promise<DemoServer> {
  const database: OpenDatabase = await openMemoryDatabase();
  const config = readConfig({ DATA_DIR: 'memory', CACHE_SECONDS: '0', GRAPH_TYPE_PREFIX: prefix });
  const app: App = await createApp(config, {
    database,
    log: pino({ level: 'silent' }),
    now: () => new Date('2026-03-02T12:00:00Z'),
  });
  const listener: Listener = await listen(app.fetch, { host: '127.0.0.1', port: 0 });
  return {
    url: `${listener.url}/graphql`,
    async close() {
      await listener.close();
      await app.close();
      await database.close();
    },
  };
}

const examplesOf = (prefix: string) => readExamples(prefix).flatMap(({ examples }) => examples);

/** The queries and mutations of all examples, in both forms. */
const operations = examplesOf('Deal').flatMap((prefixed, index) => {
  const tab = examplesOf('')[index];
  return parse(prefixed.query).definitions.flatMap((definition) =>
    tab && definition.kind === Kind.OPERATION_DEFINITION && definition.operation !== OperationTypeNode.SUBSCRIPTION
      ? [{ name: definition.name?.value, tab, prefixed }]
      : [],
  );
});

/** Removes the prefix from the names of types and root fields in an answer, and the values that are random. */
const comparable = (answer: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answer)
      .replaceAll(/"Deal(?=[A-Z])/g, '"')
      .replaceAll(/"deal([A-Z])/g, (_, letter: string) => `"${letter.toLowerCase()}`)
      .replaceAll(/whsec_[\w+/=]+|(?:lst|ent)_[\da-f]{32}|(?<="webhook":\{"id":")[\w-]+/g, 'random'),
  );

describe('the examples with GRAPH_TYPE_PREFIX=Deal', () => {
  let plain: DemoServer;
  let deal: DemoServer;
  beforeAll(async () => {
    [plain, deal] = [await serveDemo(''), await serveDemo('Deal')];
  });
  afterAll(async () => {
    await plain.close();
    await deal.close();
  });

  it('come with schema files that have the prefix', async () => {
    const file = async (name: string) => (await fetch(new URL(name, deal.url))).text();
    expect(await file('/schema.graphql')).toContain('type DealSignal {');
    expect(await file('/relay-extensions.graphql')).toContain('extend type DealSignal @fetchable(field_name: "id")');
  });

  it('name the prefixed field in the error of an invalid cursor', async () => {
    const response = await fetch(deal.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query: 'subscription { dealConversationEvents(after: "x") { id } }' }),
    });
    expect(await response.text()).toContain('after must be a cursor that `dealConversationEvents` returned.');
  });

  it.each(operations)(
    'answer $name as without the prefix, with the same tool calls',
    async ({ name, tab, prefixed }) => {
      const [expected, answer] = [
        await ask(plain.url, tab.query, JSON.parse(tab.variables ?? '{}'), name),
        await ask(deal.url, prefixed.query, JSON.parse(prefixed.variables ?? '{}'), name),
      ];
      expect(answer.errors).toEqual([]);
      expect(comparable(answer)).toEqual(comparable(expected));
      expect(JSON.stringify(answer.data)).toMatch(/"deal[A-Z]|"_entities"|"screened"/);
    },
  );
});
