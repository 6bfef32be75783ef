import { sql } from 'kysely';
import pino from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Db, openDatabase } from '../../../../src/platform/database/open-database.ts';
import { runCall } from '../../../../src/platform/database/pools/call-context.ts';
import { defineQueue, openJobQueues } from '../../../../src/platform/services/conversation/jobs/open-job-queues.ts';
import { makeLimitedDatabase } from '../../../support/database/limited-database.ts';
import { timeLimit } from '../../../support/time-limit.ts';

const serverUrl = process.env['TEST_DATABASE_URL'] ?? '';

const maxConnections = 2;
const left = new Error('the caller has gone');

/** Opens a database that accepts two connections. */
async function openLimited({ acquireMs }: { acquireMs: number }) {
  const { url, remove } = await makeLimitedDatabase(serverUrl, maxConnections);
  const opened = await openDatabase({ url }, { timeouts: { statementMs: 60_000, acquireMs } });
  onTestFinished(async () => {
    await opened.close();
    await remove();
  });
  return { url, ...opened };
}

const pidOf = async (db: Db) => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.02)`.execute(db);
  return rows[0]?.pid;
};

/** Takes all connections in transactions; returns a function that ends them. */
async function holdAll(db: Db) {
  const free = Promise.withResolvers<void>();
  const held = Array.from({ length: maxConnections }, () => {
    const started = Promise.withResolvers<void>();
    const ended = db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx);
      started.resolve();
      await free.promise;
    });
    return { started: started.promise, ended };
  });
  await Promise.all(held.map(({ started }) => started));
  return async () => {
    free.resolve();
    await Promise.all(held.map(({ ended }) => ended));
  };
}

describe.skipIf(serverUrl === '')('a server that refuses new connections', () => {
  it('lets statements wait for the connections of their pool, in order', async () => {
    const { calls, pools } = await openLimited({ acquireMs: 30_000 });
    const done: number[] = [];
    const pids = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const pid = await pidOf(calls.talent);
        done.push(index);
        return pid;
      }),
    );

    expect(new Set(pids).size).toBeLessThanOrEqual(maxConnections);
    expect(pools().find(({ pool }) => pool === 'calls')).toMatchObject({ waiting: 0 });
    // A service runs seven statements at once, which can finish in any order.
    for (const [place, index] of done.entries()) expect(Math.abs(place - index)).toBeLessThan(7);
  });

  it('lets a pool without connections use those that are idle in other pools', async () => {
    const { calls, db } = await openLimited({ acquireMs: 30_000 });
    for (const pool of [calls.talent, calls.admission, calls.convo, db, calls.talent]) {
      const pids = await Promise.all([pidOf(pool), pidOf(pool)]);
      expect(pids).toEqual([expect.any(Number), expect.any(Number)]);
    }
  });

  it('rejects a call as busy if no connection becomes free within the limit', async () => {
    const { calls, db } = await openLimited({ acquireMs: 500 });
    const end = await holdAll(db);
    const insert = sql`insert into talent_users (id, name) values ('usr_late', 'Late')`;
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => insert.execute(calls.talent)));
    const busy = { code: 'UPSTREAM_UNAVAILABLE', reason: 'BUSY' };
    expect(results).toMatchObject(results.map(() => ({ status: 'rejected', reason: busy })));

    await end();
    expect(await db.selectFrom('talent_users').selectAll().execute()).toEqual([]);
    // The other pool closes its idle connection after some seconds.
    await vi.waitFor(() => pidOf(calls.talent), timeLimit(20));
  });

  it('does not run the statement of a caller that has gone', async () => {
    const { calls, db } = await openLimited({ acquireMs: 60_000 });
    const end = await holdAll(db);
    const callers = Array.from({ length: 20 }, () => new AbortController());
    const insert = sql`insert into talent_users (id, name) values ('usr_late', 'Late')`;
    const writes = callers.map(({ signal }) => runCall({ signal }, () => insert.execute(calls.talent)));
    const results = Promise.allSettled(writes);
    for (const caller of callers) caller.abort(left);
    expect(await results).toEqual(callers.map(() => ({ status: 'rejected', reason: left })));

    await end();
    expect(await db.selectFrom('talent_users').selectAll().execute()).toEqual([]);
  });

  it('delays the start of the job queues until a connection is free', async () => {
    const { db, jobs } = await openLimited({ acquireMs: 500 });
    const end = await holdAll(db);
    const starting = openJobQueues({ jobs, log: pino({ level: 'silent' }) });
    await expect(
      Promise.race([starting, new Promise((resolve) => setTimeout(() => resolve('waiting'), 300))]),
    ).resolves.toBe('waiting');
    await end();
    const boss = await starting;
    await defineQueue(boss, 'letters', { retryLimit: 1 });
    const id = await boss.send('letters', { to: 'Ada' });
    expect(await boss.findJobs('letters')).toMatchObject([{ id, data: { to: 'Ada' } }]);
    await boss.stop();
  });

  it('delays the start of a node until a connection is free', async () => {
    const { url, db } = await openLimited({ acquireMs: 500 });
    const end = await holdAll(db);
    const second = openDatabase({ url });
    await expect(
      Promise.race([second, new Promise((resolve) => setTimeout(() => resolve('waiting'), 300))]),
    ).resolves.toBe('waiting');
    await end();
    await db.destroy();
    const opened = await second;
    expect(await pidOf(opened.db)).toEqual(expect.any(Number));
    await opened.close();
  });
});
