import { setTimeout } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { idleConnectionMs } from '../../../src/connector/transports/platform-http.ts';
import { openDatabase } from '../../../src/platform/database/open-database.ts';
import { makeServerDatabase } from '../../support/database/server-database.ts';
import { freePort } from '../../support/network/free-port.ts';
import { type ProbingBalancer, startProbingBalancer } from '../../support/network/probing-balancer.ts';
import { commandJson } from '../cli.ts';
import { cleanUp, makeFolder, type Program, startProgram } from '../program.ts';

const serverUrl = process.env['TEST_DATABASE_URL'];

/** A node behind a balancer, which can be restarted on its port. */
interface Node {
  environment: Record<string, string> & { PORT: string };
  program: Program;
  balancer: ProbingBalancer;
}

async function startNode(balancer: ProbingBalancer, settings: Record<string, string>): Promise<Node> {
  const environment = { ...settings, PORT: await freePort(), DRAIN_DELAY_MS: drainDelayMs };
  const program = await startProgram(environment);
  await balancer.add(environment.PORT);
  return { environment, program, balancer };
}

async function restart(node: Node): Promise<void> {
  expect(await node.program.end('SIGTERM')).toEqual({ code: 0, signal: null });
  node.program = await startProgram(node.environment);
  await node.balancer.waitFor(node.environment.PORT);
}

const drainDelayMs = String(idleConnectionMs + 500);

const answerSchema = z.object({
  data: z.object({ createList: z.object({ list: z.object({ id: z.string() }) }).optional() }),
  errors: z.array(z.unknown()).max(0).optional(),
});

interface Load {
  isOver: boolean;
  requests: number;
  failures: unknown[];
  /** Names of the lists whose creation was acknowledged. */
  created: string[];
}

/** Leaves the machine time for the restarts. */
const pauseMs = 50;

/** Reads and writes in turn over one connection, until the load is over. */
async function work(url: string, { worker, load }: { worker: number; load: Load }): Promise<void> {
  const dispatcher = new Agent({ connections: 1 });
  for (let round = 0; !load.isOver; round += 1) {
    const name = `${worker}.${round}`;
    const query =
      round % 2 === 0
        ? '{ lists { id name } cities(first: 1) { nodes { name } } }'
        : `mutation { createList(input: { name: "${name}" }) { ... on CreateListSuccess { list { id } } } }`;
    load.requests += 1;
    try {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ query });
      const response = await request(`${url}/graphql`, { method: 'POST', dispatcher, headers, body });
      const text = await response.body.text();
      const answer = answerSchema.safeParse(JSON.parse(text));
      if (!answer.success) load.failures.push({ status: response.statusCode, text });
      else if (answer.data.data.createList) load.created.push(name);
    } catch (error) {
      load.failures.push(error);
    }
    await setTimeout(pauseMs);
  }
  await dispatcher.close();
}

describe.skipIf(serverUrl === undefined)('nodes restarted one by one behind probing balancers', () => {
  let database: Awaited<ReturnType<typeof makeServerDatabase>>;
  let balancers: { graph: ProbingBalancer; platform: ProbingBalancer };
  let graphs: Node[];
  let platforms: Node[];

  beforeAll(async () => {
    database = await makeServerDatabase(serverUrl ?? '');
    balancers = { graph: await startProbingBalancer(), platform: await startProbingBalancer() };
    const storage = { DATABASE_URL: database.url, DATA_DIR: await makeFolder() };
    const { client, secret } = z
      .object({ client: z.object({ clientId: z.string() }), secret: z.string() })
      .parse(await commandJson(storage, ['clients', 'add', 'Graph']));
    const platform = { ...storage, SERVES: 'graph,platform' };
    const graph = {
      PLATFORM_URL: balancers.platform.url,
      PLATFORM_CLIENT_ID: client.clientId,
      PLATFORM_CLIENT_SECRET: secret,
    };
    const startBoth = (settings: Record<string, string>, balancer: ProbingBalancer) =>
      Promise.all(
        [settings, settings].map(async (one) => startNode(balancer, { DATA_DIR: await makeFolder(), ...one })),
      );
    [platforms, graphs] = await Promise.all([
      startBoth(platform, balancers.platform),
      startBoth(graph, balancers.graph),
    ]);
  }, 120_000);
  afterAll(async () => {
    await cleanUp();
    await balancers.graph.close();
    await balancers.platform.close();
    await database.remove();
  });

  it('fail no request and execute each change exactly once', { timeout: 120_000 }, async () => {
    const load: Load = { isOver: false, requests: 0, failures: [], created: [] };
    const workers = [0, 1, 2, 3].map((worker) => work(balancers.graph.url, { worker, load }));
    // The tiers restart independently of each other.
    await Promise.all(
      [graphs, platforms].map(async (nodes) => {
        for (const node of nodes) await restart(node);
      }),
    );
    load.isOver = true;
    await Promise.all(workers);

    expect(load.failures).toEqual([]);
    expect(load.created.length).toBeGreaterThan(100);
    const { db, close } = await openDatabase({ url: database.url });
    const rows = await db.selectFrom('talent_lists').select('name').execute();
    await close();
    expect(rows.map(({ name }) => name).toSorted()).toEqual(load.created.toSorted());
  });
});
