import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { runCall } from '../../../../src/platform/database/pools/call-context.ts';
import { type CallTimeouts, callTimeouts } from '../../../../src/platform/database/pools/pool.ts';
import { openServerLab, serviceConnections, repeat } from '../../../platform/database/pools/pool-lab.ts';

const serverUrl = process.env['TEST_DATABASE_URL'] ?? '';

const left = new Error('the caller has gone');

/** More than the number of connections that the calls of one service can have. */
const manyCalls = 20;

/** Opens a lab with time limits that the test exceeds. */
async function openWith(timeouts: CallTimeouts) {
  const lab = await openServerLab(serverUrl, { timeouts });
  onTestFinished(lab.close);
  return lab;
}

describe.skipIf(serverUrl === '')('the pools of a PostgreSQL server', () => {
  let shared: Awaited<ReturnType<typeof openServerLab>>;
  beforeAll(async () => {
    // With such long timeouts, only cancelling can end a statement.
    shared = await openServerLab(serverUrl, { timeouts: { statementMs: 600_000, acquireMs: 60_000 } });
  });
  afterAll(() => shared.close());

  it.each([
    { service: 'talent', table: 'talent_lists', read: 'readLists', readOther: 'readOrganization' },
    { service: 'convo', table: 'convo_organizations', read: 'readOrganization', readOther: 'readLists' },
  ] as const)('let calls go on that do not need the busy $service', async ({ service, table, read, readOther }) => {
    const { database, observer, close, whenWaiting, stateOf, ...lab } = await openServerLab(serverUrl);
    onTestFinished(close);
    await observer.lock(table);
    const blocked = repeat(manyCalls, () => lab[read]());
    await observer.whenBlocked(serviceConnections);
    await whenWaiting('calls', manyCalls - serviceConnections);

    // These calls end while the lock is still held.
    await Promise.all(repeat(manyCalls, () => lab[readOther]()));
    await database.db
      .updateTable('service_keys')
      .set({ revoked_at: new Date() })
      .where('service', '=', service)
      .execute();
    await expect(lab[read]()).rejects.toMatchObject({ code: 'CONNECTION_EXPIRED' });

    await observer.unlock();
    await Promise.all(blocked);
    expect(stateOf('calls')).toMatchObject({ waiting: 0 });
  });

  it('cancel a write that waits for a lock when its caller goes', async () => {
    const { observer, createList, readLists, lists } = shared;
    await observer.lock();
    const caller = new AbortController();
    const write = createList('Late', caller.signal);
    await observer.whenBlocked(1);

    caller.abort(left);
    await expect(write).rejects.toBe(left);
    await observer.whenBlocked(0);

    await observer.unlock();
    expect(await readLists()).toEqual({ items: [] });
    expect(await lists()).toEqual([]);
  });

  it('cancel the reads of callers that have gone, and serve the next ones', async () => {
    const { observer, readLists } = shared;
    await observer.lock();
    const caller = new AbortController();
    const reads = repeat(manyCalls, () => readLists(caller.signal));
    await observer.whenBlocked(serviceConnections);
    caller.abort(left);
    const results = await Promise.allSettled(reads);
    expect(results).toEqual(repeat(manyCalls, () => ({ status: 'rejected', reason: left })));

    const next = repeat(serviceConnections, () => readLists());
    await observer.whenBlocked(serviceConnections);
    await observer.unlock();
    await Promise.all(next);
  });

  it('serve accounts in turn: a call of one does not wait for all that wait of another', async () => {
    const { observer, database } = shared;
    const { talent } = database.calls;
    const readLists = (signal: AbortSignal) =>
      runCall({ signal, account: 'ada' }, () => talent.selectFrom('talent_lists').select('id').execute());
    await observer.lock();
    const leaving = new AbortController();
    const aborted = Promise.allSettled(repeat(2, () => readLists(leaving.signal)));
    const { signal } = new AbortController();
    const blocked = repeat(serviceConnections + 20, () => readLists(signal));
    await observer.whenBlocked(serviceConnections);
    const other = runCall({ signal, account: 'ben' }, () => sql<{ one: number }>`select 1 as one`.execute(talent));

    // Frees two connections: each account gets one of them.
    leaving.abort();
    expect((await other).rows).toEqual([{ one: 1 }]);
    await observer.unlock();
    await Promise.all([aborted, ...blocked]);
  });

  it('survive a connection that is closed during a statement', async () => {
    const { observer, createList, readLists, lists } = shared;
    await observer.lock();
    const write = createList('Lost');
    const [pid = 0] = await observer.whenBlocked(1);
    await Promise.all([
      observer.terminate(pid),
      expect(write).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT', name: 'PlatformError' }),
    ]);
    await observer.unlock();
    expect(await readLists()).toEqual({ items: [] });
    expect(await lists()).toEqual([]);
  });

  it('survive a connection that is closed between two statements of a transaction', async () => {
    const { database, observer, readLists, lists } = shared;
    const { talent } = database.calls;
    const work = talent.transaction().execute(async (trx) => {
      await sql`insert into talent_users (id, name, email) values ('usr_lost', 'Lost', 'lost@example.com')`.execute(
        trx,
      );
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      await observer.terminate(rows[0]?.pid ?? 0);
      await sql`select pg_sleep(0)`.execute(trx);
    });
    await expect(work).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    expect(await talent.selectFrom('talent_users').select('id').where('id', '=', 'usr_lost').execute()).toEqual([]);
    expect(await readLists()).toEqual({ items: [] });
    expect(await lists()).toEqual([]);
  });

  it('do not use a session again that failed statements of the job queue left in a transaction', async () => {
    const { executeSql } = shared.database.jobs;
    await expect(executeSql?.('begin; select 1 / 0; commit')).rejects.toMatchObject({ code: '22012' });
    expect(await executeSql?.('select 1 as one')).toMatchObject({ rows: [{ one: 1 }] });
  });

  it('do not promise that nothing happened when a later statement of the call gets no connection', async () => {
    const { talent } = (await openWith(callTimeouts(2000))).database.calls;
    const free = Promise.withResolvers<void>();
    const call = runCall({ signal: new AbortController().signal }, async () => {
      await sql`select 1`.execute(talent);
      const held = repeat(serviceConnections, () => talent.connection().execute(() => free.promise));
      try {
        await sql`select 1`.execute(talent);
      } finally {
        free.resolve();
        await Promise.all(held);
      }
    });
    await expect(call).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
  });

  it('end a statement that exceeds its time limit, but none of background work', async () => {
    const { database, observer, readLists } = await openWith({ statementMs: 700, acquireMs: 60_000 });
    const { db, calls } = database;
    const pools = [calls.callers, calls.talent, calls.convo, db];
    const limits = await Promise.all(pools.map((pool) => sql`show statement_timeout`.execute(pool)));
    expect(limits.flatMap(({ rows }) => rows)).toEqual(
      ['700ms', '700ms', '700ms', '0'].map((limit) => ({ statement_timeout: limit })),
    );
    await observer.lock();
    await expect(readLists()).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT', isRetryable: true });
  });
});
