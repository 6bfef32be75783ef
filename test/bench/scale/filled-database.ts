import { sql } from 'kysely';
import { type Db, openDatabase } from '../../../src/platform/database/open-database.ts';
import { makeServerDatabase, type ServerDatabase } from '../../support/database/server-database.ts';
import { databaseUrl, onServer } from '../../support/database/server-statement.ts';
import { cpuClock } from './server-cpu.ts';

export interface FilledDatabase extends AsyncDisposable {
  /** The pool of tool calls, whose statements have a time limit. */
  db: Db;
  /** The pool of imports. */
  background: Db;
  url: string;
  /** Runs `work`. Returns the CPU milliseconds that it takes in this process and in the sessions of the database. */
  cpuMs(work: () => Promise<unknown>): Promise<number>;
}

export interface FillOptions {
  fill: (db: Db) => Promise<void>;
  /** Name of a database to create, or to use again if it exists. Without it, the database is dropped at the end. */
  name?: string | undefined;
}

/** Opens a database on the server, which was filled by `fill`. */
export async function filledDatabase(serverUrl: string, { fill, name }: FillOptions): Promise<FilledDatabase> {
  const { url, remove } = await (name === undefined
    ? makeFilled(serverUrl, fill)
    : findOrMakeFilled(serverUrl, { fill, name }));
  await using undo = new AsyncDisposableStack();
  undo.defer(remove);
  const { db, calls, close } = await openDatabase({ url });
  undo.defer(close);
  // Opens the connections that the measured statements use, so that their start is not measured.
  await Promise.all(Array.from({ length: 4 }, () => sql`select pg_sleep(0.05)`.execute(calls.talent)));
  const clock = await cpuClock(db);
  const disposal = undo.move();
  return {
    db: calls.talent,
    background: db,
    url,
    cpuMs: async (work) => {
      const before = await clock();
      await work();
      return (await clock()) - before;
    },
    [Symbol.asyncDispose]: () => disposal.disposeAsync(),
  };
}

async function makeFilled(serverUrl: string, fill: FillOptions['fill']): Promise<ServerDatabase> {
  const made = await makeServerDatabase(serverUrl);
  await using undo = new AsyncDisposableStack();
  undo.defer(made.remove);
  const name = new URL(made.url).pathname.slice(1);
  // The CPU time of parallel workers would not be measured.
  await onServer(serverUrl, `alter database ${name} set max_parallel_workers_per_gather = 0`);
  await onServer(serverUrl, `alter database ${name} set max_parallel_maintenance_workers = 0`);
  const { db, close } = await openDatabase({ url: made.url });
  try {
    await fill(db);
  } finally {
    await close();
  }
  undo.move();
  return made;
}

async function findOrMakeFilled(
  serverUrl: string,
  { fill, name }: FillOptions & { name: string },
): Promise<ServerDatabase> {
  const named = { url: databaseUrl(serverUrl, name), remove: async () => {} };
  const isThere = await onServer(named.url, 'select 1').then(
    () => true,
    () => false,
  );
  if (isThere) return named;
  const made = await makeFilled(serverUrl, fill);
  await onServer(serverUrl, `alter database ${new URL(made.url).pathname.slice(1)} rename to ${name}`);
  return named;
}
