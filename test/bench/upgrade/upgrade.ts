import { setTimeout } from 'node:timers/promises';
import { Client, Pool } from 'pg';
import { Kysely, PostgresDialect } from 'kysely';
import { migrate } from '../../../src/platform/database/migrate.ts';
import type { Tables } from '../../../src/platform/database/tables/tables.ts';
import { databaseUrl, onServer } from '../../support/database/server-statement.ts';
import { createPreviousSchema } from '../../platform/database/previous-release/previous-schema.ts';
import { atMost, type BenchCase, type Figure, milliseconds } from '../figure.ts';
import { rollingUpgrade } from './rolling-upgrade.ts';

const signals = 300_000;
const maxWaitMs = 2000;

/** What nodes of the previous release run meanwhile. */
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
