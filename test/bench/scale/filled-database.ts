import { sql } from 'kysely';
import { type Db, openDatabase } from '../../../src/platform/database/open-database.ts';
import { makeServerDatabase } from '../../support/database/server-database.ts';
import { cpuClock } from './server-cpu.ts';

export interface FilledDatabase extends AsyncDisposable {
  /** The pool of tool calls, whose statements have a time limit. */
  db: Db;
  /** The pool of imports. */
  background: Db;
  /** Runs `work`. Returns the CPU milliseconds that it takes in this process and in the sessions of the database. */
  cpuMs(work: () => Promise<unknown>): Promise<number>;
}

/** Creates a database on the server, filled by `fill`. Its disposal drops it. */
export async function filledDatabase(serverUrl: string, fill: (db: Db) => Promise<void>): Promise<FilledDatabase> {
  const { url, remove } = await makeServerDatabase(serverUrl);
  await using undo = new AsyncDisposableStack();
  undo.defer(remove);
  const { db, calls, close } = await openDatabase({ url });
  undo.defer(close);
  await fill(db);
  // Opens the connections that the measured statements use, so that their start is not measured.
  await Promise.all(Array.from({ length: 4 }, () => sql`select pg_sleep(0.05)`.execute(calls.talent)));
  const clock = await cpuClock(db);
  const disposal = undo.move();
  return {
    db: calls.talent,
    background: db,
    cpuMs: async (work) => {
      const before = await clock();
      await work();
      return (await clock()) - before;
    },
    [Symbol.asyncDispose]: () => disposal.disposeAsync(),
  };
}
