import { Kind, OperationTypeNode, parse } from 'graphql';
import pino from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type App, createApp } from '../../src/app/app.ts';
import { readConfig } from '../../src/app/config/config.ts';
import type { Transport } from '../../src/connector/transport.ts';
import { readExamples } from '../../src/http/graphql/graphiql/examples.ts';
import { listen } from '../../src/http/listen.ts';
import { ToolError } from '../../src/tools/errors/tool-error.ts';
import { maxBatchCalls, restPaths } from '../../src/tools/rest-protocol.ts';
import { calm } from '../support/graph/calm-resilience.ts';
import { startGraph } from '../support/graph/test-graph.ts';
import { createToolDouble, type ToolDouble } from '../support/graph/tool-double.ts';
import { jsonRequest } from '../support/network/post-json.ts';
import { environmentOfClient } from '../support/network/serve-app.ts';
import { useResource } from '../support/resource.ts';
import { timeLimit } from '../support/time-limit.ts';

/** The caller to whom the demo data belongs. */
const identifier = 'demo';
/** The examples read dates relative to this time. */
const demoTime = new Date('2026-11-20T23:59:00Z');

/**
 * The queries and mutations of each example and screen. `remote-uploads.test.ts` covers the upload, which needs a file.
 */
const documents = readExamples()
  .flatMap(({ examples }) => examples)
  .filter(({ title }) => title !== 'Upload')
  .map(({ title, query, variables = '{}' }) => ({
    title,
    query,
    variables: z.record(z.string(), z.unknown()).parse(JSON.parse(variables)),
    operations: parse(query)
      .definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
      .filter(({ operation }) => operation !== OperationTypeNode.SUBSCRIPTION)
      .map(({ name, operation }) => ({ name: name?.value, isMutation: operation === OperationTypeNode.MUTATION })),
  }))
  .filter(({ operations }) => operations.length > 0);

const answerSchema = z.object({
  data: z.record(z.string(), z.unknown()),
  errors: z
    .array(
      z.object({
        message: z.string(),
        path: z.array(z.union([z.string(), z.number()])),
        extensions: z.object({ code: z.string(), tool: z.string() }),
      }),
    )
    .default([]),
  extensions: z.object({ toolCalls: z.array(z.object({ tool: z.string(), keys: z.int() })) }),
});

/** A graph in front of the platform. */
interface Node {
  app: App;
  tools: ToolDouble;
  /** Number of requests that called tools of the platform. */
  requests: number;
  /** Number of groups of calls that the graph sent together. */
  groups: number;
}

/** One platform with the demo data, and a graph for each way to reach it. */
async function startNodes() {
  const graph = await startGraph({ environment: { DEMO_DATA: 'true' }, clock: () => demoTime });
  let onRequest = () => {};
  const platform = await listen(
    (request, bindings) => {
      if (toolPaths.has(new URL(request.url).pathname)) onRequest();
      return graph.app.fetch(request, bindings);
    },
    { host: '127.0.0.1', port: 0 },
  );
  const remote = await environmentOfClient(graph.db, platform.url);
  const config = readConfig({ DATA_DIR: 'memory', CACHE_SECONDS: '0', DEV_IDENTIFIER: identifier, ...remote });

  async function startRemote(change: (rest: Transport) => Transport): Promise<Node> {
    const tools = createToolDouble();
    const wrapTransport = (rest: Transport) =>
      tools.wrap({
        ...change(rest),
        send(calls) {
          onRequest = () => (node.requests += 1);
          node.groups += 1;
          rest.send(calls);
        },
      });
    const parts = { log: pino({ level: 'silent' }), now: () => demoTime, resilience: calm, wrapTransport };
    const node: Node = { app: await createApp(config, parts), tools, requests: 0, groups: 0 };
    return node;
  }

  let batching: Transport | undefined;
  const single = await startRemote((rest) => ({ ...rest, maxBatchCalls: () => 1 }));
  const batched = await startRemote((rest) => (batching = rest));
  // Until the platform has announced the size of batches, each call is one request.
  await vi.waitFor(
    () => {
      for (const { connectionName } of Object.values(config.connections))
        expect(batching?.maxBatchCalls?.({ connectionName, identifier })).toBe(maxBatchCalls);
    },
    { timeout: timeLimit(10) },
  );
  const embedded: Node = { app: graph.app, tools: graph.tools, requests: 0, groups: 0 };
  return {
    db: graph.db,
    embedded,
    single,
    batched,
    async close() {
      await single.app.close();
      await batched.app.close();
      await platform.close();
      await graph.close();
    },
  };
}

/** The list to which an example adds signals. */
const emptyDemoList = 'lst_next_quarter';

const toolPaths = new Set<string>([restPaths.executeTool, restPaths.executeTools]);

/** Ids and secrets that a mutation creates. */
const generated = /[0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|whsec_[\w+/=]+/g;

const callsOneToolTwice = ({ tools }: Node) => new Set(tools.calls.map(({ tool }) => tool)).size < tools.calls.length;

const hasMutation = (operations: { isMutation: boolean }[]) => operations.some(({ isMutation }) => isMutation);

const withoutGenerated = (data: object): unknown => JSON.parse(JSON.stringify(data).replaceAll(generated, 'generated'));

describe('the embedded transport, REST, and REST with batches', () => {
  const nodes = useResource(startNodes);
  const all = () => [nodes.embedded, nodes.single, nodes.batched];

  /** Deletes what the mutations created. */
  async function undo() {
    const { db } = nodes;
    await db.deleteFrom('talent_lists').where('name', 'like', 'Founders%').execute();
    await db.deleteFrom('talent_list_entries').where('list_id', '=', emptyDemoList).execute();
    await db.deleteFrom('convo_webhooks').where('external_id', '=', 'crm-conversations').execute();
  }

  async function createdLists() {
    const lists = nodes.db.selectFrom('talent_lists').select('name').where('name', 'like', 'Founders%');
    return (await lists.execute()).map(({ name }) => name);
  }

  async function run(node: Node, query: string, variables: object = {}, operationName?: string) {
    node.tools.calls.length = node.requests = node.groups = 0;
    const body = { query, variables, operationName };
    const request = jsonRequest('http://graph.test/graphql', body, { headers: { 'x-test-caller': identifier } });
    const { data, errors, extensions } = answerSchema.parse(await (await node.app.fetch(request)).json());
    return {
      data,
      errors,
      // Sorted, because the first response to arrive decides which calls start next.
      calls: node.tools.calls.map((call) => JSON.stringify(call)).toSorted(),
      trace: extensions.toolCalls.map(({ tool, keys }) => `${tool} ${keys}`).toSorted(),
    };
  }

  async function runAll(node: Node, { query, variables, operations }: (typeof documents)[number]) {
    const counts = { calls: 0, requests: 0, groups: 0 };
    const outcomes = [];
    for (const { name, isMutation } of operations) {
      const { data, ...outcome } = await run(node, query, variables, name);
      outcomes.push({ ...outcome, data: isMutation ? withoutGenerated(data) : data });
      counts.calls += outcome.calls.length;
      counts.requests += node.requests;
      counts.groups += node.groups;
    }
    if (hasMutation(operations)) await undo();
    return { outcomes, counts };
  }

  it.each(documents)('return and call the same for the example "$title"', async (document) => {
    const embedded = await runAll(nodes.embedded, document);
    const single = await runAll(nodes.single, document);
    const batched = await runAll(nodes.batched, document);

    expect(embedded.outcomes.flatMap(({ errors }) => errors)).toEqual([]);
    expect(single.outcomes).toEqual(embedded.outcomes);
    expect(batched.outcomes).toEqual(embedded.outcomes);
    const { calls } = embedded.counts;
    expect(single.counts).toEqual({ calls, requests: calls, groups: calls });
    const { requests, groups } = batched.counts;
    expect(requests).toBe(groups);
    // Calls of one tool for several records start together, unless they are changes.
    const isBatched = !hasMutation(document.operations) && callsOneToolTwice(nodes.batched);
    expect(requests).toBeLessThanOrEqual(isBatched ? calls - 1 : calls);
  });

  it('return the same error for a tool that fails, alone or in a batch', async () => {
    const { schema } = nodes.db;
    const query = `{ cities { totalCount } list(id: "${emptyDemoList}") { name } signal(id: "unknown") { id } }`;
    await schema.alterTable('talent_cities').renameTo('hidden_cities').execute();
    const embedded = await run(nodes.embedded, query);
    const single = await run(nodes.single, query);
    const batched = await run(nodes.batched, query);
    await schema.alterTable('hidden_cities').renameTo('talent_cities').execute();

    const message = 'cities_list failed in the service.';
    expect(embedded).toMatchObject({
      data: { cities: null, list: { name: 'Next quarter' }, signal: null },
      errors: [{ message, path: ['cities'], extensions: { code: 'UPSTREAM_ERROR', tool: 'cities_list' } }],
      trace: ['cities_list 1', 'lists_get 1', 'signals_get 1'],
    });
    expect([single, batched]).toEqual([embedded, embedded]);
    expect([nodes.single.requests, nodes.batched.requests]).toEqual([3, 1]);
  });

  it('return the first result for a repeated idempotency key', async () => {
    const create = (node: Node, name: string) =>
      run(
        node,
        `mutation ($name: String!) {
          createList(input: { name: $name }, idempotencyKey: "key") {
            ... on CreateListSuccess { list { id } }
            ... on Problem { code }
          }
        }`,
        { name },
      );
    const first = await create(nodes.embedded, 'Founders');
    expect(first.data).toEqual({ createList: { list: { id: expect.stringMatching(/^lst_/) } } });
    for (const node of all()) {
      expect(await create(node, 'Founders')).toEqual(first);
      expect((await create(node, 'Founders of others')).data).toEqual({ createList: { code: 'CONFLICT' } });
    }
    expect(await createdLists()).toEqual(['Founders']);
    await undo();
  });

  it('create one list when the response to the first call is lost', async () => {
    for (const node of all()) {
      let isLost = false;
      node.tools.replace('lists_create', async (_call, real) => {
        const result = await real();
        if (isLost) return result;
        isLost = true;
        throw new ToolError({ code: 'UPSTREAM_UNAVAILABLE', message: 'Lost.', tool: 'lists_create' });
      });
      expect(await run(node, 'mutation { createList(input: { name: "Founders" }) { __typename } }')).toMatchObject({
        data: { createList: { __typename: 'CreateListSuccess' } },
        trace: ['lists_create 1', 'lists_create 1'],
      });
      expect(await createdLists()).toEqual(['Founders']);
      node.tools.restore();
      await undo();
    }
  });
});
