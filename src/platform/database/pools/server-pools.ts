import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { type ClientBase, Pool, type PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { Tables } from '../tables/tables.ts';
import { isOutOfConnections } from '../sql-state.ts';
import type { CallTimeouts, OpenPools, PoolName } from './pool.ts';
import { openCallDatabases, openFairPool, type Session } from './fair-pool.ts';
import { isInTransaction, limitedTransactions, preparedStatements, type RunStatement } from './statements.ts';

const connectTimeoutMs = 5000;

/** Idle connections are closed soon, so that other nodes can open more. */
const idleTimeoutMillis = 3000;

/** Age at which a connection is closed, so that other nodes can open one. The last connection of a pool stays open. */
const maxLifetimeMs = 60_000;

/** How long a pool opens no connection after a refusal, because the server starts a process for each attempt. */
const refusedMs = 1000;

export interface ServerLocation {
  url: string;
  /** Mode of a pooler such as PgBouncer. With `transaction`, there are no prepared statements or session settings. */
  poolMode?: 'session' | 'transaction';
  /** Maximum number of connections of this process; 20 by default. */
  connections?: number;
}

interface ServerOptions {
  timeouts: CallTimeouts;
  log: Logger | undefined;
}

/** Opens the pools. Waits while the server has too many connections. */
export async function openServerPools(location: ServerLocation, { timeouts, log }: ServerOptions): Promise<OpenPools> {
  const { url, connections = 20 } = location;
  // pg-boss needs one connection, on which it listens for new jobs. A quarter of the others is for background work.
  const backgroundSize = Math.max(1, Math.floor((connections - 1) / 4));
  const callSize = connections - 1 - backgroundSize;
  const background: ServerPool = openPool('background', { location, size: backgroundSize, log, other: () => calls });
  const work = openFairPool({ connect: background.connect, maxRunning: backgroundSize });
  const executeSql = async (text: string, values?: unknown[], signal?: AbortSignal) => {
    const session = await work.acquire({ signal });
    return session.query(text, values).finally(session.release);
  };
  const cancel: Cancel = (pid, signal) => executeSql('select pg_cancel_backend($1)', [pid], signal).catch(() => {});
  const calls: ServerPool = openPool('calls', {
    location,
    size: callSize,
    log,
    calls: { timeouts, cancel },
    other: () => background,
  });
  // A service that uses a third leaves connections for the other service and for the authentication of callers.
  const maxRunning = Math.max(1, Math.floor(callSize / 3));
  const { databases, waiting } = openCallDatabases({ connect: calls.connect, maxRunning, ...timeouts });
  const close = async () => {
    await Promise.all([background.pool.end(), calls.pool.end()]);
  };
  try {
    await warnOfFewConnections(work.db, { connections, log });
    // Wait for a connection for calls: a node without any must not start.
    await calls.connect(Infinity).then(({ release }) => release());
  } catch (error) {
    await close();
    throw error;
  }
  return {
    db: work.db,
    calls: databases,
    jobs: { connectionString: url, executeSql: (text, values) => executeSql(text, values) },
    pools: () => [calls.state(waiting()), background.state(work.waiting())],
    checkSpace: () => writeTemporaryFile(work.db),
    close,
  };
}

/** Warns if the server has fewer connections left than this process may open, including the one that asks. */
async function warnOfFewConnections(
  db: Kysely<Tables>,
  { connections, log }: { connections: number; log: Logger | undefined },
): Promise<void> {
  const { rows } = await sql<{ available: number }>`
    select least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - (select sum(numbackends) from pg_stat_database),
      nullif(datconnlimit, -1) - pg_stat_get_db_numbackends(pg_database.oid),
      nullif(rolconnlimit, -1) - (select count(*) from pg_stat_activity where usesysid = pg_roles.oid)
    )::int + 1 as available
    from pg_database, pg_roles where datname = current_database() and rolname = current_user`.execute(db);
  const available = rows[0]?.available ?? connections;
  if (available < connections) {
    log?.warn({ available, connections }, 'the database server has fewer free connections than this process may open');
  }
}

/**
 * Fails if the disk of the server is full. PostgreSQL does not report free space, so this statement makes it write a
 * megabyte, more than `work_mem`, to a temporary file. That needs no privilege and leaves nothing behind.
 */
const writeTemporaryFile = (db: Kysely<Tables>) =>
  db.transaction().execute(async (trx) => {
    await sql`select set_config('work_mem', '64kB', true), set_config('temp_tablespaces', '', true)`.execute(trx);
    await sql`select count(*) from unnest(array_fill(repeat('x', 1000), array[1000]))`.execute(trx);
  });

interface PoolOptions {
  location: ServerLocation;
  size: number;
  log: Logger | undefined;
  /** Omitted for background work, whose statements may take long. */
  calls?: { timeouts: CallTimeouts; cancel: Cancel };
  /** The pool that ends a connection when this pool has none and the server refuses to open one. */
  other: () => ServerPool;
}

type ServerPool = ReturnType<typeof openPool>;

/** @param signal aborted when the statement has ended, so that no connection is needed any more to cancel it */
type Cancel = (pid: number, signal: AbortSignal) => Promise<unknown>;

function openPool(name: PoolName, { location: { url, poolMode }, size, log, calls, other }: PoolOptions) {
  const opened = new Map<ClientBase, { pid: number | undefined; expiresAt: number }>();
  const hasSession = poolMode !== 'transaction';
  let isRefused = false;
  let isEndingOne = false;
  let retry: NodeJS.Timeout | undefined;
  const pool = new Pool({
    connectionString: url,
    max: size,
    min: 1,
    idleTimeoutMillis,
    connectionTimeoutMillis: calls?.timeouts.acquireMs ?? connectTimeoutMs,
    fallback_application_name: `graph ${name}`,
    async onConnect(client) {
      // The pool itself replaces broken connections; without listeners, their `error` events would crash the process.
      client.on('error', () => {});
      const pid = hasSession ? await setUpSession(client, calls?.timeouts) : undefined;
      opened.set(client, { pid, expiresAt: performance.now() + maxLifetimeMs });
      // Ignore successes until `retry` has run: their attempts can have begun before the refusal.
      if (isRefused && !retry) {
        log?.info({ pool: name }, 'the database server accepts connections again');
        isRefused = false;
      }
    },
  });
  pool.on('error', () => {});
  pool.on('remove', (client) => opened.delete(client));

  /** Until the next attempt, statements wait for the connections that the pool has. */
  function stopOpening() {
    if (!isRefused && !retry) log?.warn({ pool: name }, 'the database server has too many connections');
    isRefused ||= !retry;
    limitTo(Math.max(1, opened.size));
  }

  function limitTo(max: number) {
    pool.options.max = max;
    retry ??= setTimeout(() => {
      retry = undefined;
      pool.options.max = size;
      // Without connections, nothing else starts the statements that wait in the pool.
      if (pool.waitingCount > 0 && opened.size === 0)
        connect(Infinity).then(
          ({ release }) => release(),
          () => {},
        );
    }, refusedMs).unref();
  }

  const runPlain: RunStatement = (client, text, values) => client.query(text, values);
  const runForCalls = hasSession ? preparedStatements() : limitedTransactions(calls?.timeouts.statementMs ?? 0);
  const run = calls ? runForCalls : runPlain;

  function sessionOf(client: PoolClient): Session {
    const { pid, expiresAt = 0 } = opened.get(client) ?? {};
    let isStateUnknown = false;
    const giveBack = () => {
      // A failed text of several statements leaves its session in a transaction.
      const isEnding = isInTransaction(client) || (opened.size > 1 && performance.now() > expiresAt);
      if (isEnding) opened.delete(client);
      client.release(isEnding);
    };
    return {
      async query(text, values) {
        isStateUnknown = true;
        const result = await run(client, text, values);
        isStateUnknown = false;
        return result;
      },
      cancel: calls && pid !== undefined ? (signal) => calls.cancel(pid, signal) : undefined,
      release() {
        // After an error, the state of the session is unknown until the next response.
        if (isStateUnknown) client.query('select').then(giveBack, giveBack);
        else giveBack();
      },
    };
  }

  async function connect(endsAt: number, signal?: AbortSignal): Promise<Session> {
    for (;;) {
      signal?.throwIfAborted();
      try {
        return sessionOf(await pool.connect());
      } catch (error) {
        if (!isOutOfConnections(error) || performance.now() >= endsAt) throw error;
        stopOpening();
        if (opened.size > 0) continue;
        // A pool without connections has none to wait for: one of the other pool must end.
        void other().endOne();
        await sleep(refusedMs / 5);
      }
    }
  }

  return {
    pool,
    /** Ends one connection as soon as it is free, and opens none until the other pool had time to open one. */
    async endOne() {
      if (isEndingOne || opened.size === 0) return;
      isEndingOne = true;
      limitTo(opened.size);
      const client = await pool.connect().catch(() => undefined);
      if (client) opened.delete(client);
      client?.release(true);
      limitTo(opened.size);
      isEndingOne = false;
    },
    state: (waiting: number) => ({ pool: name, total: pool.totalCount, idle: pool.idleCount, waiting }),
    connect,
  };
}

/**
 * Applies the settings of the embedded database and the time limit, which PgBouncer rejects as connection parameters.
 * Returns the id of the session, which PgBouncer hides from the driver.
 */
async function setUpSession(client: ClientBase, timeouts: CallTimeouts | undefined): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>(
    `select pg_backend_pid() as pid, set_config('random_page_cost', '1.1', false), set_config('jit', 'off', false),
       set_config('max_parallel_workers_per_gather', '0', false),
       set_config('statement_timeout', coalesce($1, current_setting('statement_timeout')), false)`,
    [timeouts === undefined ? null : String(timeouts.statementMs)],
  );
  return rows[0]?.pid;
}
