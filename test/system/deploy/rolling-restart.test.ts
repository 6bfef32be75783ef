import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '../../../src/platform/database/open-database.ts';
import { storeUsers } from '../../../src/platform/services/conversation/store/store-users.ts';
import { makeServerDatabase } from '../../support/database/server-database.ts';
import { freePort } from '../../support/network/free-port.ts';
import { type ProbingBalancer, startProbingBalancer } from '../../support/network/probing-balancer.ts';
import { commandJson } from '../../support/process/cli.ts';
import { cleanUp, makeFolder } from '../../support/process/program.ts';
import { type Node, restart, startNode } from './balanced-node.ts';
import { type Load, newLoad, work } from './load.ts';
import { timeLimit } from '../../support/time-limit.ts';

/** Number of lists, and of uploads, to create while nodes are killed; 500 take minutes. */
const changes = Number(process.env['TEST_CHANGES'] ?? 30);
const hostUserEmail = 'host@example.com';
const serverUrl = process.env['TEST_DATABASE_URL'];

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
    const ports = [await freePort(), await freePort()];
    const platform = {
      ...storage,
      SERVES: 'graph,platform',
      RECORDING_ORIGINS: ports.map((port) => `http://127.0.0.1:${port}`).join(','),
    };
    const opened = await openDatabase({ url: database.url });
    await storeUsers(opened.db, [{ id: randomUUID(), name: 'Host', email: hostUserEmail }]);
    await opened.close();
    const graph = {
      PLATFORM_URL: balancers.platform.url,
      PLATFORM_CLIENT_ID: client.clientId,
      PLATFORM_CLIENT_SECRET: secret,
    };
    const own = async (PORT: string) => ({ ...graph, PORT, DATA_DIR: await makeFolder() });
    platforms = await Promise.all([0, 1].map(() => startNode(balancers.platform, platform)));
    graphs = await Promise.all(ports.map(async (port) => startNode(balancers.graph, await own(port))));
  }, timeLimit(240));
  afterAll(async () => {
    await cleanUp();
    await balancers.graph.close();
    await balancers.platform.close();
    await database.remove();
  });

  /** Runs `whileLoaded` while four workers send requests. Acknowledged changes must exist once. */
  async function underLoad(whileLoaded: (load: Load) => Promise<unknown>): Promise<Load> {
    const load = newLoad({ hostUserEmail });
    const workers = [0, 1, 2, 3].map((worker) => work(balancers.graph.url, { worker, load }));
    await whileLoaded(load);
    load.isOver = true;
    await Promise.all(workers);

    expect(load.failures).toEqual([]);
    expect(await takeStored()).toEqual({ lists: load.done.lists.toSorted(), uploads: load.done.uploads.toSorted() });
    return load;
  }

  it('fail no request and execute each change exactly once', { timeout: timeLimit(240) }, async () => {
    await underLoad(async (load) => {
      // Graph and platform nodes restart at the same time.
      await Promise.all(
        [graphs, platforms].map(async (nodes) => {
          for (const node of nodes) await restart(node);
        }),
      );
      await vi.waitFor(() => expect(load.done.lists.length).toBeGreaterThan(50), timeLimit(120));
    });
  });

  it(
    'execute each change exactly once while platform nodes are killed in turn',
    { timeout: timeLimit(400) },
    async () => {
      const { done } = await underLoad(async (load) => {
        while (load.failures.length === 0 && Math.min(load.done.lists.length, load.done.uploads.length) < changes) {
          for (const node of platforms) await restart(node, 'SIGKILL');
        }
      });
      expect(Math.min(done.lists.length, done.uploads.length)).toBeGreaterThanOrEqual(changes);
    },
  );

  /** Removes all lists and activities, and returns their names in order. */
  async function takeStored(): Promise<Load['done']> {
    const { db, close } = await openDatabase({ url: database.url });
    const lists = await db.deleteFrom('talent_lists').returning('name').execute();
    const uploads = await db.deleteFrom('convo_activities').returning('title').execute();
    await close();
    const inOrder = (names: (string | null)[]) => names.map(String).toSorted();
    return { lists: inOrder(lists.map(({ name }) => name)), uploads: inOrder(uploads.map(({ title }) => title)) };
  }
});
