import { sql } from 'kysely';
import pino from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Db, openDatabase } from '../../../../src/platform/database/open-database.ts';
import { runCall } from '../../../../src/platform/database/pools/call-context.ts';
import { defineQueue, openJobQueues } from '../../../../src/platform/services/conversation/jobs/open-job-queues.ts';
import { makeLimitedDatabase } from '../../../support/database/limited-database.ts';
import { settled } from '../../../support/gate.ts';
import { captureLog } from '../../../support/log-capture.ts';
import { timeLimit } from '../../../support/time-limit.ts';

const serverUrl = process.env['TEST_DATABASE_URL'] ?? '';

const maxConnections = 2;
const left = new Error('the caller has gone');

/** Opens a database that accepts two connections. */
async function openLimited({ acquireMs, connections = 20 }: { acquireMs: number; connections?: number }) {
  const { url, remove } = await makeLimitedDatabase(serverUrl, maxConnections);
  const { log, lines } = captureLog();
  const timeouts = { statementMs: timeLimit(60), acquireMs };
  const opened = await openDatabase({ url, connections }, { timeouts, log });
  onTestFinished(async () => {
    await opened.close();
    await remove();
  });
  return { url, lines, ...opened };
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

/** The logged refusals of the server. A pool logs one per second at most. */
const refusals = (lines: Record<string, unknown>[]) =>
  lines.flatMap(({ msg, pool }) => (msg === 'the database server has too many connections' ? [{ pool }] : []));

/** `waiting` unless the work has ended. */
const stateOf = (work: Promise<unknown>) => Promise.race([work, settled().then(() => 'waiting')]);

describe.skipIf(serverUrl === '')('a server that refuses new connections', () => {
  it('lets statements wait for the connections of their pool', async () => {
    const { calls, pools } = await openLimited({ acquireMs: timeLimit(30) });
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
    // Seven statements of a service run at once: each starts after all but six of its predecessors have ended.
    for (const [place, index] of done.entries()) expect(index - place).toBeLessThan(7);
  });

  it('starts the statements of a service in order if it may run one at a time', async () => {
    // Five connections leave three to calls, one for each use.
    const { calls, lines } = await openLimited({ acquireMs: timeLimit(30), connections: 5 });
    const indexes = Array.from({ length: 15 }, (_, index) => index);
    const started = await Promise.all(
      [calls.callers, calls.talent, calls.convo].map(async (db) => {
        const order: number[] = [];
        await Promise.all(indexes.map((index) => pidOf(db).then(() => order.push(index))));
        return order;
      }),
    );

    expect(started).toEqual([indexes, indexes, indexes]);
    expect(refusals(lines)).not.toEqual([]);
  });

  it('lets a pool without connections use those that are idle in other pools', async () => {
    const { calls, db } = await openLimited({ acquireMs: timeLimit(30) });
    for (const pool of [calls.talent, calls.callers, calls.convo, db, calls.talent]) {
      const pids = await Promise.all([pidOf(pool), pidOf(pool)]);
      expect(pids).toEqual([expect.any(Number), expect.any(Number)]);
    }
  });

  it('rejects a call as busy if no connection becomes free within the limit', async () => {
    // Also limits each attempt to connect, which the server must have time to refuse.
    const { calls, db } = await openLimited({ acquireMs: timeLimit(2) });
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
    const { calls, db } = await openLimited({ acquireMs: timeLimit(60) });
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
    const { db, jobs, lines } = await openLimited({ acquireMs: timeLimit(2) });
    const end = await holdAll(db);
    const starting = openJobQueues({ jobs, log: pino({ level: 'silent' }) });
    await vi.waitFor(() => expect(refusals(lines)).toContainEqual({ pool: 'background' }), timeLimit(20));
    expect(await stateOf(starting)).toBe('waiting');
    await end();
    const boss = await starting;
    await defineQueue(boss, 'letters', { retryLimit: 1 });
    const id = await boss.send('letters', { to: 'Ada' });
    expect(await boss.findJobs('letters')).toMatchObject([{ id, data: { to: 'Ada' } }]);
    await boss.stop();
  });

  it('delays the start of a node until a connection is free', async () => {
    const { url, db } = await openLimited({ acquireMs: timeLimit(2) });
    const end = await holdAll(db);
    const { log, lines } = captureLog();
    const second = openDatabase({ url }, { log });
    await vi.waitFor(() => expect(refusals(lines)).toContainEqual({ pool: 'background' }), timeLimit(20));
    expect(await stateOf(second)).toBe('waiting');
    await end();
    await db.destroy();
    const opened = await second;
    expect(await pidOf(opened.db)).toEqual(expect.any(Number));
    await opened.close();
  });
});
