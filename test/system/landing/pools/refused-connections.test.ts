import { sql } from 'kysely';
import { Client } from 'pg';
import pino from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Db, openDatabase } from '../../../../src/platform/database/open-database.ts';
import { runCall } from '../../../../src/platform/database/pools/call-context.ts';
import { openJobQueues } from '../../../../src/platform/services/conversation/jobs/open-job-queues.ts';
import { makeLimitedDatabase } from '../../../support/database/limited-database.ts';
import { onServer } from '../../../support/database/server-statement.ts';
import { createGate, settled } from '../../../support/gate.ts';
import { captureLog } from '../../../support/log-capture.ts';
import { runCommand } from '../../../support/process/cli.ts';
import { cleanUp, makeFolder } from '../../../support/process/program.ts';
import { timeLimit } from '../../../support/time-limit.ts';

const serverUrl = process.env['TEST_DATABASE_URL'] ?? '';

/** Each of the two pools keeps one connection; either pool can open the third. */
const maxConnections = 3;

async function openLimited({ acquireMs = timeLimit(30), connections = 20 } = {}) {
  const { url, remove } = await makeLimitedDatabase(serverUrl, maxConnections);
  onTestFinished(remove);
  const { log, lines } = captureLog();
  const opened = await openDatabase({ url, connections }, { timeouts: { statementMs: timeLimit(60), acquireMs }, log });
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= opened.close());
  onTestFinished(close);
  return { url, lines, ...opened, close };
}

const pidOf = async (db: Db) => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.02)`.execute(db);
  return rows[0]?.pid;
};

const endConnections = (url: string, pool: string) =>
  onServer(
    serverUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = '${new URL(url).pathname.slice(1)}' and application_name = 'graph ${pool}'`,
  );

/** Occupies two connections of a pool with transactions; returns a function that ends them. */
async function hold(db: Db) {
  const gate = createGate();
  const held = [1, 2].map(() => db.transaction().execute(() => gate.pass()));
  await gate.whenWaiting(2);
  return async () => {
    gate.open();
    await Promise.all(held);
  };
}

const insertLate = (db: Db) => sql`insert into talent_users (id, name) values ('usr_late', 'Late')`.execute(db);
const refused = 'the database server has too many connections';
const refusal = (pool: string) => expect.objectContaining({ pool, msg: refused });

/** `waiting` unless the work has ended. */
const stateOf = (work: Promise<unknown>) => Promise.race([work, settled().then(() => 'waiting')]);

describe.skipIf(serverUrl === '')('a server that refuses new connections', () => {
  it('lets statements wait for the connections of their pool', async () => {
    const { calls, pools, lines } = await openLimited();
    expect(pools()).toMatchObject([{ total: 1 }, { total: 1 }]);
    const done: number[] = [];
    const pids = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const pid = await pidOf(calls.talent);
        done.push(index);
        return pid;
      }),
    );

    expect(new Set(pids).size).toBeLessThan(maxConnections);
    expect(pools()).toContainEqual(expect.objectContaining({ pool: 'calls', waiting: 0 }));
    // Statements start in order, five at a time, so a statement overtakes at most four others.
    for (const [place, index] of done.entries()) expect(index - place).toBeLessThan(5);
    const msg = 'the database server has fewer free connections than this process may open';
    expect(lines).toContainEqual(expect.objectContaining({ msg, available: maxConnections, connections: 20 }));
  });

  it('is preceded by a warning if the role may open too few connections', async () => {
    const { url, remove } = await makeLimitedDatabase(serverUrl, 50);
    onTestFinished(remove);
    await onServer(serverUrl, `alter role ${new URL(url).username} connection limit 5`);
    const { log, lines } = captureLog();
    for (let nodes = 0; nodes < 2; nodes += 1) {
      const { close } = await openDatabase({ url, connections: 4 }, { log });
      onTestFinished(close);
    }
    // Only the second node warns: the first node already has two of the five connections.
    expect(lines).toEqual([expect.objectContaining({ available: 3, connections: 4 })]);
  });

  it('starts the statements of a service in order if it may run one at a time', async () => {
    // Of five connections, tool calls get three: one each for `callers`, `talent` and `convo`.
    const { calls, lines } = await openLimited({ connections: 5 });
    const indexes = Array.from({ length: 15 }, (_, index) => index);
    const started = await Promise.all(
      [calls.callers, calls.talent, calls.convo].map(async (db) => {
        const order: number[] = [];
        await Promise.all(indexes.map((index) => pidOf(db).then(() => order.push(index))));
        return order;
      }),
    );

    expect(started).toEqual([indexes, indexes, indexes]);
    expect(lines).toContainEqual(refusal('calls'));
  });

  it('is reported once until it accepts connections again', async () => {
    const { calls, lines, url } = await openLimited({ connections: 5 });
    const messages = () => lines.filter(({ pool }) => pool === 'calls').map(({ msg }) => msg);
    // After a refusal, a pool tries to open connections only once per second.
    for (let round = 0; round < 3; round += 1)
      await Promise.all(
        [calls.callers, calls.talent, calls.convo].flatMap((db) => Array.from({ length: 20 }, () => pidOf(db))),
      );
    // The other pool may close its second connection, so that the server accepts one in between.
    expect(messages()[0]).toBe(refused);
    expect(messages().filter((msg, index) => msg === messages()[index - 1])).toEqual([]);

    await onServer(serverUrl, `alter database ${new URL(url).pathname.slice(1)} connection limit 20`);
    await vi.waitFor(
      async () => {
        await Promise.all([calls.callers, calls.talent, calls.convo].map(pidOf));
        expect(messages().at(-1)).toBe('the database server accepts connections again');
      },
      { timeout: timeLimit(20) },
    );
  });

  it('shares its last connection between calls and background work', async () => {
    const { url, calls, db, pools } = await openLimited({ connections: 3 });
    await onServer(serverUrl, `alter database ${new URL(url).pathname.slice(1)} connection limit 1`);
    await endConnections(url, 'calls');
    await vi.waitFor(() => expect(pools()).toMatchObject([{ total: 0 }, { total: 1 }]), timeLimit(20));
    for (let round = 0; round < 2; round += 1) {
      await pidOf(calls.talent);
      expect(pools()).toMatchObject([{ total: 1 }, { total: 0 }]);
      await pidOf(db);
      expect(pools()).toMatchObject([{ total: 0 }, { total: 1 }]);
    }
  });

  it('shares its last connection even if calls always wait for it', async () => {
    const { url, calls, db } = await openLimited({ connections: 3 });
    await onServer(serverUrl, `alter database ${new URL(url).pathname.slice(1)} connection limit 1`);
    const over = new AbortController();
    const callers = Array.from({ length: 4 }, async () => {
      while (!over.signal.aborted) await pidOf(calls.talent);
    });
    await endConnections(url, 'background');
    expect(await pidOf(db)).toBeTypeOf('number');
    over.abort();
    await Promise.all(callers);
  });

  it('uses the connection of a call again that it could not cancel without another connection', async () => {
    const { url, calls, db, pools } = await openLimited({ connections: 3 });
    await onServer(serverUrl, `alter database ${new URL(url).pathname.slice(1)} connection limit 1`);
    await endConnections(url, 'background');
    await vi.waitFor(() => expect(pools()).toMatchObject([{ total: 1 }, { total: 0 }]), timeLimit(20));
    const reason = new Error('the caller has gone');
    const caller = new AbortController();
    const call = runCall(caller, () => sql`select pg_sleep(2)`.execute(calls.talent));
    await vi.waitFor(() => expect(pools()).toMatchObject([{ idle: 0 }, { total: 0 }]), timeLimit(20));
    caller.abort(reason);
    await call.catch(() => {});
    await pidOf(db);
    await pidOf(calls.talent);
  });

  it('gets old connections back from a pool, except one', async () => {
    const { calls, pools } = await openLimited();
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const end = await hold(calls.talent);
    vi.advanceTimersByTime(60_001);
    await end();
    expect(pools()).toContainEqual({ pool: 'calls', total: 1, idle: 1, waiting: 0 });
  });

  it('rejects a call as busy if no connection becomes free within the limit', async () => {
    // `acquireMs` also limits each attempt to connect, so it must leave the server time to refuse.
    const acquireMs = timeLimit(2);
    const { calls, db } = await openLimited({ acquireMs });
    const end = await hold(calls.talent);
    const attempts = vi.spyOn(Client.prototype, 'connect');
    onTestFinished(() => attempts.mockRestore());
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => insertLate(calls.talent)));
    const busy = { code: 'UPSTREAM_UNAVAILABLE', reason: 'BUSY' };
    expect(results).toMatchObject(results.map(() => ({ status: 'rejected', reason: busy })));
    // Refused statements do not retry at once.
    expect(attempts.mock.calls.length).toBeLessThan(20 + acquireMs / 50);
    await end();
    expect(await db.selectFrom('talent_users').selectAll().execute()).toEqual([]);
    await pidOf(calls.talent);
  });

  it('does not run the statement of a caller that has gone', async () => {
    const { calls, db } = await openLimited();
    const end = await hold(calls.talent);
    const reason = new Error('the caller has gone');
    const caller = new AbortController();
    const writes = Array.from({ length: 20 }, () => runCall(caller, () => insertLate(calls.talent)));
    const results = Promise.allSettled(writes);
    caller.abort(reason);
    await end();
    expect(await results).toEqual(writes.map(() => ({ status: 'rejected', reason })));
    expect(await db.selectFrom('talent_users').selectAll().execute()).toEqual([]);
  });

  it('delays the start of the job queues until a connection is free', async () => {
    const { db, jobs, lines } = await openLimited();
    const end = await hold(db);
    const starting = openJobQueues({ jobs, log: pino({ level: 'silent' }) });
    await vi.waitFor(() => expect(lines).toContainEqual(refusal('background')), timeLimit(20));
    expect(await stateOf(starting)).toBe('waiting');
    await end();
    await (await starting).stop();
  });

  it('delays a command, which says what it waits for', async () => {
    const { url, db } = await openLimited();
    const end = await hold(db);
    const attempts = vi.spyOn(Client.prototype, 'connect');
    onTestFinished(() => attempts.mockRestore());
    const environment = { DATABASE_URL: url, DATA_DIR: await makeFolder() };
    onTestFinished(cleanUp);
    const running = runCommand(environment, ['connections', 'list']);
    // The command runs in this process and has tried again.
    await vi.waitFor(() => expect(attempts.mock.calls.length).toBeGreaterThan(1), timeLimit(20));
    expect(await stateOf(running)).toBe('waiting');
    await end();
    const { code, stderr } = await running;
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining(refused) });
  });

  it('delays the start of a node until connections are free', async () => {
    const { url, db, close } = await openLimited();
    const end = await hold(db);
    const { log, lines } = captureLog();
    const opening = openDatabase({ url }, { log });
    await vi.waitFor(() => expect(lines).toContainEqual(refusal('background')), timeLimit(20));
    expect(await stateOf(opening)).toBe('waiting');
    await end();
    await close();
    await (await opening).close();
  });
});
