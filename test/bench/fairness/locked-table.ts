import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { makeServerDatabase } from '../../support/database/server-database.ts';
import { type Figure, milliseconds, percentile } from '../figure.ts';
import { type FairServer, prepareStorage, startFairServer } from './fair-server.ts';
import { sampleSteadily } from './sample-steadily.ts';

const samples = 600;
const readersOfLists = 20;
const conversations = '{ activities(first: 5) { nodes { title host { name } } } }';

/** Latency of one connector while a table of the other is locked. Needs a PostgreSQL server: PGlite has one session. */
export async function measureLockedTable(): Promise<Figure[]> {
  const serverUrl = process.env['TEST_DATABASE_URL'];
  if (serverUrl === undefined) {
    console.error('Skipping the locked table: TEST_DATABASE_URL is not set.');
    return [];
  }
  const database = await makeServerDatabase(serverUrl);
  const dataDir = await mkdtemp(join(tmpdir(), 'graph-bench-'));
  const environment = { DATABASE_URL: database.url, DATA_DIR: dataDir, CACHE_SECONDS: '0' };
  await prepareStorage(environment);
  const server = await startFairServer(environment);
  await measureConversations(server);
  const unlocked = await measureConversations(server);
  const locker = new Client({ connectionString: database.url });
  await locker.connect();
  await locker.query('begin; lock table talent_lists in access exclusive mode');
  const locked = await measureConversations(server);
  await locker.query('rollback');
  await locker.end();
  await server.close();
  await database.remove();
  await rm(dataDir, { recursive: true });
  return [
    {
      name: 'p99 of conversation queries while a talent table is locked',
      value: `${milliseconds(locked)} (×${(locked / unlocked).toFixed(2)})`,
      baseline: `${milliseconds(unlocked)} unlocked; 20.7 s with one pool`,
      target: 'at most ×1.5',
      reached: locked <= 1.5 * unlocked,
    },
  ];
}

/** The p99 of one caller's conversation queries while another caller reads lists; infinite if one fails. */
async function measureConversations(server: FairServer): Promise<number> {
  let count = 0;
  const isOver = () => count >= samples;
  const listReads = Array.from({ length: readersOfLists }, async (_, reader) => {
    while (!isOver()) {
      // Identical reads would share one call.
      await server.ask('greedy', `{ list(id: "lst_${reader}") { name } }`);
      // Twenty readers without a pause would use a whole core while the table is not locked, but not while it is.
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  });
  const answers = await sampleSteadily(() => {
    count += 1;
    return server.ask('modest', conversations);
  }, isOver);
  await Promise.all(listReads);
  if (answers.some(({ status, codes }) => status !== 200 || codes.length > 0)) return Infinity;
  return percentile(
    answers.map(({ durationMs }) => durationMs),
    99,
  );
}
