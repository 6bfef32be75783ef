import { setTimeout } from 'node:timers/promises';
import { Client, Pool } from 'pg';
import { Kysely, PostgresDialect } from 'kysely';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { migrate } from '../../src/platform/database/migrate.ts';
import type { Tables } from '../../src/platform/database/tables/tables.ts';
import { databaseUrl, onServer } from '../support/database/server-statement.ts';
import { createPreviousSchema } from '../platform/database/previous-release/previous-schema.ts';
import { atMost, type BenchCase, type Figure, milliseconds, none } from './figure.ts';
import { openDatabase } from '../../src/platform/database/open-database.ts';
import { freePort } from '../support/network/free-port.ts';
import { startProbingBalancer } from '../support/network/probing-balancer.ts';
import { cleanUp, makeFolder, spawnProgram } from '../support/process/program.ts';
import { restart, startNode } from '../system/deploy/balanced-node.ts';
import { newLoad, work } from '../system/deploy/load.ts';

const signals = 300_000;
const maxWaitMs = 2000;

/** Statements that nodes of the previous release run during the upgrade. */
const statements = {
  'newest signals': 'select * from talent_signals order by discovered_at desc, id desc limit 25',
  'search by name': `select * from talent_signals where folded_text(full_name) like '%abc%'
    order by discovered_at desc, id desc limit 25`,
  'count by country': `select count(*) from talent_signals where country = 'Country 7'`,
  'writes of signals': `update talent_signals set score = 5 where id = 'sig_7'`,
};

/**
 * The longest time of each statement while the database of the previous release with many signals is upgraded; with
 * `--against`, also what clients notice of a rolling upgrade from that commit.
 */
export const upgrade: BenchCase = {
  name: 'upgrade',
  async measure({ copy }) {
    const serverUrl = process.env['TEST_DATABASE_URL'];
    if (serverUrl === undefined) {
      console.error('Skipping upgrade: TEST_DATABASE_URL is not set.');
      return [];
    }
    const figures = await withDatabase(serverUrl, migrateUnderLoad);
    if (copy === undefined) return figures;
    return [...figures, ...(await withDatabase(serverUrl, (url) => rollingUpgrade(url, copy, () => fillSignals(url))))];
  },
};

async function withDatabase(serverUrl: string, run: (url: string) => Promise<Figure[]>): Promise<Figure[]> {
  const name = `bench_upgrade_${process.pid}`;
  await onServer(serverUrl, `create database ${name}`);
  try {
    return await run(databaseUrl(serverUrl, name));
  } finally {
    await onServer(serverUrl, `drop database ${name} with (force)`);
  }
}

/** Stores signals with names, times and countries of many values. */
async function fillSignals(url: string): Promise<void> {
  await onServer(
    url,
    `insert into talent_signals (id, full_name, discovered_at, country, type)
     select 'sig_' || i, initcap(substr(md5(i::text), 1, 6)) || ' ' || initcap(substr(md5(i::text), 7, 8)),
       now() - i * interval '3 minutes', 'Country ' || i % 40, 'type ' || i % 6
     from generate_series(1, ${signals}) as i
     on conflict do nothing`,
  );
  await onServer(url, 'vacuum analyze talent_signals');
}

async function migrateUnderLoad(url: string): Promise<Figure[]> {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: new Pool({ connectionString: url }) }) });
  try {
    await createPreviousSchema(db);
    await fillSignals(url);
    const migrated = migrate(db, { isShared: true });
    return await Promise.all(Object.entries(statements).map((entry) => slowest(url, { entry, until: migrated })));
  } finally {
    await db.destroy();
  }
}

async function slowest(
  url: string,
  { entry: [name, statement], until }: { entry: [string, string]; until: Promise<void> },
): Promise<Figure> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const load = { isOver: false };
  const over = until.finally(() => (load.isOver = true));
  let maxMs = 0;
  while (!load.isOver) {
    const startedAt = performance.now();
    await client.query(statement);
    maxMs = Math.max(maxMs, performance.now() - startedAt);
    await setTimeout(20);
  }
  await over;
  await client.end();
  return atMost(`upgrade: longest of ${name}`, { value: maxMs, max: maxWaitMs, show: milliseconds });
}

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
  const load = newLoad({ hostUserEmail: 'robin.sample@example.com' });
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
