import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { openDatabase } from '../../../src/platform/database/open-database.ts';
import { freePort } from '../../support/network/free-port.ts';
import { startProbingBalancer } from '../../support/network/probing-balancer.ts';
import { cleanUp, makeFolder, spawnProgram } from '../../support/process/program.ts';
import { restart, startNode } from '../../system/deploy/balanced-node.ts';
import { newLoad, work } from '../../system/deploy/load.ts';
import { atMost, type Figure, milliseconds, none } from '../figure.ts';

/** Of the demo data. */
const hostUserEmail = 'robin.sample@example.com';
const registration = z.object({ client: z.object({ clientId: z.string() }), secret: z.string() });

/**
 * Replaces two platform and two graph nodes of another release, node by node, while four workers read, create lists and
 * upload.
 * @param fill stores the signals when the database of that release exists
 */
export async function rollingUpgrade(url: string, release: string, fill: () => Promise<void>): Promise<Figure[]> {
  const balancers = { platform: await startProbingBalancer(), graph: await startProbingBalancer() };
  const ports = [await freePort(), await freePort()];
  const storage = { DATABASE_URL: url, DATA_DIR: await makeFolder() };
  const origins = ports.map((port) => `http://127.0.0.1:${port}`);
  const platform = { ...storage, SERVES: 'graph,platform', RECORDING_ORIGINS: origins.join(',') };
  const options = { cwd: release };
  const load = newLoad({ hostUserEmail });
  try {
    const first = await startNode(balancers.platform, { ...platform, DEMO_DATA: 'true' }, options);
    const platforms = [first, await startNode(balancers.platform, platform, options)];
    await fill();
    const added = spawnProgram(storage, { args: ['clients', 'add', 'Graph', '--json'], ...options });
    const { client, secret } = registration.parse(JSON.parse(await text(added.stdout)));
    const remote = {
      PLATFORM_URL: balancers.platform.url,
      PLATFORM_CLIENT_ID: client.clientId,
      PLATFORM_CLIENT_SECRET: secret,
    };
    const graphs = await Promise.all(
      ports.map(async (PORT) => startNode(balancers.graph, { ...remote, PORT, DATA_DIR: await makeFolder() }, options)),
    );
    const workers = [0, 1, 2, 3].map((worker) => work(balancers.graph.url, { worker, load }));
    await Promise.all(
      [graphs, platforms].map(async (nodes) => {
        for (const node of nodes) await restart(node);
      }),
    );
    load.isOver = true;
    await Promise.all(workers);
  } finally {
    await cleanUp();
    await balancers.graph.close();
    await balancers.platform.close();
  }
  for (const { kind, code, text: answer } of load.failures) console.error(`  ${kind} ${code}: ${answer.slice(0, 300)}`);
  const acknowledged = [...load.done.lists, ...load.done.uploads];
  const stored = await countStored(url);
  const wrong = acknowledged.filter((name) => stored.get(name) !== 1);
  return [
    none('rolling upgrade: failed requests', load.failures.length, load.requests),
    none('rolling upgrade: lost or doubled changes', wrong.length, acknowledged.length),
    atMost('rolling upgrade: longest read', { value: load.longestRead, max: 2000, show: milliseconds }),
  ];
}

/** How often each list and activity is stored, by name. */
async function countStored(url: string): Promise<Map<string | null, number>> {
  const { db, close } = await openDatabase({ url });
  const lists = await db.selectFrom('talent_lists').select('name').execute();
  const activities = await db.selectFrom('convo_activities').select('title as name').execute();
  await close();
  const groups = Map.groupBy([...lists, ...activities], ({ name }) => name);
  return new Map(Array.from(groups, ([name, rows]) => [name, rows.length]));
}
