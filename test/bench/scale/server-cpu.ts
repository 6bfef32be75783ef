import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Db } from '../../../src/platform/database/open-database.ts';

/** Returns a clock of the CPU milliseconds that this process and the open sessions of a database on this machine use. */
export async function cpuClock(db: Db): Promise<() => Promise<number>> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database()`.execute(db);
  return async () => {
    const ofSessions = await Promise.all(rows.map(({ pid }) => sessionCpuMs(pid)));
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000 + ofSessions.reduce((sum, ms) => sum + ms, 0);
  };
}

/** Linux reports the CPU nanoseconds of a process as the first number of `schedstat`; 0 if the session has ended. */
const sessionCpuMs = async (pid: number) =>
  Number((await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '0')).split(' ')[0]) / 1_000_000;
