import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type DatabaseOptions, openDatabase } from '../../../../src/platform/database/open-database.ts';
import { runCall } from '../../../../src/platform/database/pools/call-context.ts';
import { noTrace } from '../../../../src/infrastructure/telemetry/trace-context.ts';
import { talentTools } from '../../../../src/tools/talent/talent-tools.ts';
import { makeServerDatabase } from '../../../support/database/server-database.ts';
import { sendCall } from '../../../support/platform/send-call.ts';
import { openObserver, openPoolLab } from './pool-lab.ts';

const serverUrl = process.env['TEST_DATABASE_URL'] ?? '';

const left = new Error('the caller has gone');

/** More calls than the pool of a service has connections. */
const poolSize = 8;
const manyCalls = 20;

async function openServerLab(options: DatabaseOptions = {}) {
  const { url, remove } = await makeServerDatabase(serverUrl);
  const database = await openDatabase({ url }, options);
  const lab = await openPoolLab(database);
  const observer = await openObserver(url);
  const close = async () => {
    await observer.close();
    await lab.upstream.close();
    await database.close();
    await remove();
  };
  return { url, database, observer, close, ...lab };
}

/** Opens a lab of its own for a test that needs other options. */
async function openWith(options: DatabaseOptions) {
  const lab = await openServerLab(options);
  onTestFinished(lab.close);
  return lab;
}

const repeat = <Result>(count: number, call: () => Result) => Array.from({ length: count }, call);

describe.skipIf(serverUrl === '')('the pools of a PostgreSQL server', () => {
  let shared: Awaited<ReturnType<typeof openServerLab>>;
  beforeAll(async () => {
    // Only cancelling ends a statement.
    shared = await openServerLab({ timeouts: { statementMs: 600_000, acquireMs: 60_000 } });
  });
  afterAll(() => shared.close());

  it('let one service work while all connections of the other wait for a lock', async () => {
    const { observer, upstream, readLists, readOrganization, whenWaiting, stateOf } = shared;
    await observer.lock();
    const blocked = repeat(manyCalls, () => readLists());
    await observer.whenBlocked(poolSize);
    await whenWaiting('talent', manyCalls - poolSize);
    expect(stateOf('talent')).toEqual({ pool: 'talent', total: poolSize, idle: 0, waiting: manyCalls - poolSize });

    // These end while the lock is held.
    await Promise.all(repeat(manyCalls, () => readOrganization()));
    await upstream.check(AbortSignal.timeout(10_000));

    await observer.unlock();
    await Promise.all(blocked);
    await readLists();
    expect(stateOf('talent')).toMatchObject({ idle: poolSize, waiting: 0 });
  });

  it.each([
    { service: 'talent', table: 'talent_lists', read: 'readLists' },
    { service: 'convo', table: 'convo_organizations', read: 'readOrganization' },
  ] as const)('authenticate callers while all connections of $service are busy', async ({ service, table, read }) => {
    const { database, observer, ...lab } = await openWith({});
    await observer.lock(table);
    const blocked = repeat(poolSize, () => lab[read]());
    await observer.whenBlocked(poolSize);
    await database.db
      .updateTable('service_keys')
      .set({ revoked_at: new Date() })
      .where('service', '=', service)
      .execute();

    await expect(lab[read]()).rejects.toMatchObject({ code: 'CONNECTION_EXPIRED' });

    await observer.unlock();
    await Promise.all(blocked);
  });

  it('do not run a write whose caller went while it waited for a connection', async () => {
    const { observer, readLists, createList, whenWaiting, lists } = shared;
    await observer.lock();
    const blocked = repeat(poolSize, () => readLists());
    await observer.whenBlocked(poolSize);
    const caller = new AbortController();
    const write = createList('Late', caller.signal);
    await whenWaiting('talent', 1);

    caller.abort(left);
    await expect(write).rejects.toBe(left);
    await whenWaiting('talent', 0);

    await observer.unlock();
    await Promise.all(blocked);
    expect(await lists()).toEqual([]);
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
    await observer.whenBlocked(poolSize);
    caller.abort(left);
    const results = await Promise.allSettled(reads);
    expect(results).toEqual(repeat(manyCalls, () => ({ status: 'rejected', reason: left })));

    const next = repeat(poolSize, () => readLists());
    await observer.whenBlocked(poolSize);
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
    const blocked = repeat(poolSize + 20, () => readLists(signal));
    await observer.whenBlocked(poolSize);
    const other = runCall({ signal, account: 'ben' }, () => sql<{ one: number }>`select 1 as one`.execute(talent));

    // The next two turns are those of the two accounts.
    leaving.abort();
    expect((await other).rows).toEqual([{ one: 1 }]);
    await observer.unlock();
    await Promise.all([aborted, ...blocked]);
  });

  it('reject a call for which no connection becomes free, and log it once', async () => {
    const lines: object[] = [];
    const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
    const options = { timeouts: { statementMs: 60_000, acquireMs: 500 }, log };
    const { observer, upstream, readLists, lists } = await openWith(options);
    await Promise.all(repeat(poolSize, () => readLists()));
    await observer.lock();
    const blocked = repeat(poolSize, () => readLists());
    await observer.whenBlocked(poolSize);

    const write = () =>
      sendCall(upstream.transport, {
        connectionName: 'talent',
        identifier: 'demo',
        tool: talentTools.lists_create,
        toolName: 'talent_lists_create',
        input: { name: 'Late' },
        signal: new AbortController().signal,
        trace: noTrace,
      });
    const rejection = { code: 'UPSTREAM_UNAVAILABLE', isRetryable: true, neverArrived: true };
    const results = await Promise.allSettled(repeat(3, write));
    expect(results).toMatchObject(repeat(3, () => ({ status: 'rejected', reason: rejection })));

    await observer.unlock();
    await Promise.all(blocked);
    await readLists();
    expect(await lists()).toEqual([]);
    const reason = 'No database connection became free within 500 ms';
    expect(lines).toMatchObject([
      { level: 40, pool: 'talent', reason, msg: 'a pool has no database connection for its calls' },
      { level: 30, pool: 'talent', msg: 'a pool has database connections again' },
    ]);
  });

  it('do not promise that nothing happened when a later statement of the call gets no connection', async () => {
    const { database } = await openWith({ timeouts: { statementMs: 60_000, acquireMs: 500 } });
    const { talent } = database.calls;
    const free = Promise.withResolvers<void>();
    const call = runCall({ signal: new AbortController().signal }, async () => {
      await sql`select 1`.execute(talent);
      const held = repeat(poolSize, () => talent.connection().execute(() => free.promise));
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
    const { database, observer, readLists, lists } = await openWith({
      timeouts: { statementMs: 700, acquireMs: 60_000 },
    });
    const limitOf = async (db: typeof database.db) => {
      const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(db);
      return rows[0]?.limit;
    };
    const { db, calls } = database;
    const limits = await Promise.all([calls.admission, calls.talent, calls.convo, db].map(limitOf));
    expect(limits).toEqual(['700ms', '700ms', '700ms', '0']);

    await observer.lock();
    await expect(readLists()).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT', isRetryable: true });
    await observer.unlock();
    expect(await lists()).toEqual([]);
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

  it('serve two nodes on one database', async () => {
    const { url, createList, readLists } = shared;
    const second = await openDatabase({ url });
    const other = await openPoolLab(second);
    await Promise.all([createList('First'), other.createList('Second')]);
    expect(await other.lists()).toEqual(['First', 'Second']);
    expect(await other.readLists()).toEqual(await readLists());
    await other.upstream.close();
    await second.close();
  });
});
