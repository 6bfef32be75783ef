import { statfs, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createClient } from 'graphql-sse';
import { Client } from 'pg';
import { z } from 'zod';
import { resuming } from '../../../src/clients/resuming.ts';
import { onServer } from '../../support/database/server-statement.ts';
import { restart } from '../../system/deploy/balanced-node.ts';
import { type Failure, type Load, newLoad, work } from '../../system/deploy/load.ts';
import { type BenchCase, type Figure, milliseconds } from '../figure.ts';
import { fillSignals, maxSignals } from '../upgrade/upgrade.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { returnOfSubscribers } from './subscribers.ts';

const faultMs = 15_000;
const settleMs = 5_000;
const slowMs = 2_500;
const fewConnections = 10;

interface Fault {
  name: string;
  /** Whether a request may fail in this way, because it needs what the fault takes. */
  concerns?: (failure: Failure) => boolean;
  run(cluster: Cluster): Promise<unknown>;
}

const allFaults: Fault[] = [
  {
    name: 'killed platform nodes',
    run: async ({ platforms }) => {
      for (const node of platforms) await restart(node, 'SIGKILL');
    },
  },
  {
    name: 'killed graph nodes',
    // The client sent it to the node.
    concerns: ({ code }) => code === 'CONNECTION',
    run: async ({ graphs }) => {
      for (const node of graphs) await restart(node, 'SIGKILL');
    },
  },
  {
    name: 'a slow platform',
    run: async ({ delayPlatform }) => {
      delayPlatform(slowMs);
      await setTimeout(faultMs);
      delayPlatform(0);
    },
  },
  {
    name: 'paused Redis',
    run: async ({ redis }) => {
      await redis.send('CLIENT', 'PAUSE', String(faultMs), 'ALL');
      await setTimeout(faultMs);
    },
  },
  { name: 'broken database connections', run: breakConnections },
  {
    name: 'few database connections',
    run: async (cluster) => {
      await onServer(cluster.adminUrl, `alter database ${cluster.databaseName} connection limit ${fewConnections}`);
      await breakConnections(cluster, 1);
      await setTimeout(faultMs);
      await onServer(cluster.adminUrl, `alter database ${cluster.databaseName} connection limit -1`);
    },
  },
  {
    name: 'a full disk of the recordings',
    concerns: ({ kind, code }) => kind === 'upload' && code === 'INSUFFICIENT_STORAGE',
    run: async ({ disk }) => {
      const { bavail, bsize } = await statfs(disk);
      const filler = join(disk, 'filler');
      await writeFile(filler, Buffer.alloc(bavail * bsize)).catch(() => {});
      await setTimeout(faultMs);
      await rm(filler);
    },
  },
];

async function breakConnections({ adminUrl, databaseName }: Cluster, times = 5): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await onServer(
      adminUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = '${databaseName}' and pid <> pg_backend_pid()`,
    );
    await setTimeout(1000);
  }
}

/**
 * Upgrades from the release in the checkout `--root`, node by node, then causes faults in turn for `--minutes`, while
 * workers read, change and upload, and subscribers receive events.
 */
export const faults: BenchCase = {
  name: 'faults',
  isOnlyNamed: true,
  async measure({ minutes, rows, root, only }) {
    const serverUrl = process.env['TEST_DATABASE_URL'];
    if (serverUrl === undefined) {
      console.error('Skipping faults: TEST_DATABASE_URL is not set.');
      return [];
    }
    const cluster = await startCluster(serverUrl, root);
    try {
      await onServer(cluster.adminUrl, fillSignals(Math.min(rows, maxSignals)));
      await onServer(cluster.adminUrl, 'vacuum analyze talent_signals');
      return await measureFaults(cluster, {
        minutes,
        list: only ?? ['upgrade', 'subscribers', ...allFaults.map(({ name }) => name)],
        upgrade: root === undefined ? 'restart' : 'upgrade',
      });
    } finally {
      await cluster.close();
    }
  },
};

async function measureFaults(
  cluster: Cluster,
  { minutes, list, upgrade }: { minutes: number; list: string[]; upgrade: string },
): Promise<Figure[]> {
  const upgrading = newLoad({ hostUserEmail });
  await underLoad(cluster, upgrading, async () => {
    if (!list.includes('upgrade')) return;
    await Promise.all(
      [cluster.graphs, cluster.platforms].map(async (nodes) => {
        for (const node of nodes) await restart(node);
      }),
    );
  });
  report(`rolling ${upgrade}`, upgrading.failures);

  const [firstEvents, received] = [await storedEvents(cluster), subscribers(cluster, 3)];
  await setTimeout(2000);
  const returned = list.includes('subscribers') ? await returnOfSubscribers(cluster) : [];
  const chosen = allFaults.filter(({ name }) => list.includes(name));
  const load = newLoad({ hostUserEmail, hasKeys: true });
  const outside: Failure[] = [];
  let unready = 0;
  await underLoad(cluster, load, async () => {
    const endsAt = Date.now() + minutes * 60_000;
    for (let index = 0; Date.now() < endsAt; index += 1) {
      const fault = chosen[index % chosen.length];
      if (!fault) break;
      const failures: Failure[] = [];
      load.onFailure = (failure) => failures.push(failure);
      const probing = countUnready(cluster);
      await fault.run(cluster);
      await setTimeout(settleMs);
      const count = await probing.stop();
      // A killed node is not ready.
      if (!fault.name.startsWith('killed')) unready += count;
      report(`${fault.name} (${count} failed probes)`, failures);
      outside.push(...failures.filter((failure) => !fault.concerns?.(failure)));
    }
  });
  report('outside what the fault concerns', outside);
  const events = await whenProcessed(cluster, { after: firstEvents.length, received });
  for (const { dispose } of received) dispose();
  const stored = await storedNames(cluster);
  const acknowledged = [upgrading, load].flatMap(({ done }) => [...done.lists, ...done.uploads]);
  const positions = received.map(({ ids }) => [...new Set(ids)].flatMap((id) => events.order.get(id) ?? []));
  const sent = events.order.size * received.length;
  const count = (name: string, value: number, of: number): Figure => ({
    name: `faults: ${name}`,
    value: `${value} of ${of}`,
    baseline: '',
    target: '0',
    reached: value === 0 && of > 0,
  });
  return [
    count('lost changes', acknowledged.filter((name) => !stored.has(name)).length, acknowledged.length),
    count('doubled changes', [...stored.values()].filter((times) => times > 1).length, stored.size),
    count(`failed requests of the rolling ${upgrade}`, upgrading.failures.length, upgrading.requests),
    count('failures outside what the fault concerns', outside.length, load.requests),
    count('failed probes of nodes that live', unready, load.requests),
    count('events that subscribers lost', events.lost, sent),
    count('events that subscribers got twice', events.doubled, sent),
    count(
      'events before an earlier one',
      positions.map(inversions).reduce((sum, number) => sum + number, 0),
      sent,
    ),
    ...returned,
    {
      name: `faults: longest read of the rolling ${upgrade}`,
      value: milliseconds(upgrading.longestRead),
      baseline: '',
      target: `≤ ${milliseconds(2000)}`,
      reached: upgrading.longestRead <= 2000,
    },
  ];
}

/** Of the demo data. */
const hostUserEmail = 'robin.sample@example.com';

let loads = 0;

async function underLoad({ url }: Cluster, load: Load, whileLoaded: () => Promise<void>): Promise<void> {
  loads += 1;
  const workers = [0, 1, 2, 3].map((worker) => work(url, { worker: loads * 10 + worker, load }));
  await whileLoaded();
  load.isOver = true;
  await Promise.all(workers);
}

/** Counts failed readiness probes of all nodes. */
function countUnready({ graphs, platforms }: Cluster) {
  const probing = { isOver: false };
  const probes = [...graphs, ...platforms].map(async ({ environment: { PORT } }) => {
    let failed = 0;
    while (!probing.isOver) {
      const response = await fetch(`http://127.0.0.1:${PORT}/health/ready`).catch(() => undefined);
      await response?.text();
      if (!response?.ok) failed += 1;
      await setTimeout(500);
    }
    return failed;
  });
  return {
    async stop(): Promise<number> {
      probing.isOver = true;
      return (await Promise.all(probes)).reduce((sum, failed) => sum + failed, 0);
    },
  };
}

const eventSchema = z.object({ data: z.object({ conversationEvents: z.object({ id: z.string() }) }) });

function subscribers({ url }: Cluster, count: number) {
  return Array.from({ length: count }, () => {
    const ids: string[] = [];
    const client = createClient({ url: `${url}/graphql`, retryAttempts: 0 });
    const dispose = resuming(client).subscribe(
      { query: 'subscription ($after: EventCursor) { conversationEvents(after: $after) { id cursor } }' },
      {
        next: (result) => ids.push(eventSchema.parse(result).data.conversationEvents.id),
        error: (error) => console.error('A subscription failed:', error),
        complete: () => console.error('A subscription completed.'),
      },
    );
    return { ids, dispose };
  });
}

async function query<Row extends object>({ adminUrl }: Cluster, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  const { rows } = await client.query<Row>(statement);
  await client.end();
  return rows;
}

const storedEvents = (cluster: Cluster) =>
  query<{ id: string }>(cluster, 'select id from convo_events order by organization_id, position');

/** How often each list and activity of the workers is stored. */
async function storedNames(cluster: Cluster): Promise<Map<string, number>> {
  const rows = await query<{ name: string; count: string }>(
    cluster,
    `select name, count(*) from (select name from talent_lists union all select title from convo_activities) as stored
     where name ~ '^[0-9]+[.][0-9]+$' group by name`,
  );
  return new Map(rows.map(({ name, count }) => [name, Number(count)]));
}

/** Waits at most two minutes until all uploads are processed and their events received. */
async function whenProcessed(cluster: Cluster, { after, received }: { after: number; received: { ids: string[] }[] }) {
  for (let second = 0; ; second += 1) {
    const events = (await storedEvents(cluster)).slice(after);
    const lost = received.reduce((sum, { ids }) => {
      const unique = new Set(ids);
      return sum + events.filter(({ id }) => !unique.has(id)).length;
    }, 0);
    const [open] = await query<{ count: string }>(
      cluster,
      `select count(*) from convo_activities where processing_state in ('queued', 'processing')`,
    );
    if ((lost === 0 && open?.count === '0') || second === 120) {
      console.error(`${open?.count} uploads are not processed.`);
      const doubled = received.reduce((sum, { ids }) => sum + ids.length - new Set(ids).size, 0);
      return { lost, doubled, order: new Map(events.map(({ id }, index) => [id, index])) };
    }
    await setTimeout(1000);
  }
}

const inversions = (positions: readonly number[]) =>
  positions.filter((position, index) => position < Math.max(-1, ...positions.slice(Math.max(0, index - 50), index)))
    .length;

/** Prints the failures by kind and code, with an example of each. */
function report(name: string, failures: readonly Failure[]): void {
  const groups = Map.groupBy(failures, ({ kind, code }) => `${kind} ${code}`);
  console.error(`${name}: ${failures.length} failures`);
  for (const [group, [first, ...rest]] of groups)
    console.error(`  ${rest.length + 1} × ${group}: ${first?.text.slice(0, 300)}`);
}
