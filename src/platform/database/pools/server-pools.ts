import { setTimeout } from 'node:timers/promises';
import { callbackify } from 'node:util';
import { type Kysely, PostgresDialect, sql } from 'kysely';
import { Pool, type PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { Tables } from '../tables/tables.ts';
import { createFairQueue } from '../../../infrastructure/fairness/fair-queue.ts';
import { isRefused } from '../sql-state.ts';
import type { CallTimeouts, OpenPools, PoolName } from './pool.ts';
import { type AcquireSlot, openBackgroundDatabase, openCallDatabases } from './pool-driver.ts';
import { preparedStatements, transactionTimeouts } from './statements/server-statements.ts';

const connectTimeoutMs = 5000;

/** Idle connections are closed soon, so that other nodes can open more. */
const idleTimeoutMillis = 3000;
const maxLifetimeSeconds = 60;

/** How long a node opens no connection after the server refused one. Each refusal costs the server a process. */
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
  // pg-boss has a connection, on which it listens for new jobs.
  const poolSize = connections - 1;
  const backgroundSize = Math.max(1, Math.floor(poolSize / 4));
  const callSize = poolSize - backgroundSize;
  const background = openPool('background', { location, size: backgroundSize, log });
  const cancel = (pid: number | undefined) => background.executeSql('select pg_cancel_backend($1)', [pid]);
  const calls = openPool('calls', { location, size: callSize, log, calls: { timeouts, cancel } });
  const db = openBackgroundDatabase(background);
  // When both services use their maximum, one connection remains for the authentication of callers.
  const maxRunning = Math.max(1, Math.floor((callSize - 1) / 2));
  const opened = openCallDatabases(calls, { acquireMs: timeouts.acquireMs, maxRunning });
  const close = async () => {
    await Promise.all([background.pool.end(), calls.pool.end()]);
  };
  try {
    await compareWithServer(db, { connections, log });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    db,
    calls: opened.databases,
    jobs: { connectionString: url, executeSql: background.executeSql },
    pools: () => [calls.state(opened.waiting()), background.state(0)],
    checkSpace: () => writeTemporaryFile(db),
    close,
  };
}

/** Warns if the server has fewer connections left than this process may open. */
async function compareWithServer(
  db: Kysely<Tables>,
  { connections, log }: { connections: number; log: Logger | undefined },
): Promise<void> {
  const { rows } = await sql<{ available: number }>`
    select least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - (select sum(numbackends) from pg_stat_database),
      nullif(datconnlimit, -1) - pg_stat_get_db_numbackends(pg_database.oid),
      nullif(rolconnlimit, -1)
    )::int + 1 as available
    from pg_database, pg_roles where datname = current_database() and rolname = current_user`.execute(db);
  const available = rows[0]?.available ?? connections;
  if (available < connections) {
    log?.warn({ available, connections }, 'the database server has fewer free connections than DATABASE_CONNECTIONS');
  }
}

/**
 * Fails if the disk of the server is full. PostgreSQL does not report its free space, so this statement makes it write a
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
  calls?: { timeouts: CallTimeouts; cancel: (pid: number | undefined) => Promise<unknown> };
}

function openPool(name: PoolName, { location, size, log, calls }: PoolOptions) {
  const { url, poolMode } = location;
  const pids = new WeakMap<PoolClient, number>();
  const pool = new Pool({
    connectionString: url,
    max: size,
    min: 1,
    idleTimeoutMillis,
    maxLifetimeSeconds,
    connectionTimeoutMillis: calls?.timeouts.acquireMs ?? connectTimeoutMs,
    fallback_application_name: `graph ${name}`,
    ...(poolMode !== 'transaction' && {
      verify: callbackify(async (client: PoolClient) => {
        pids.set(client, await setUpSession(client, calls?.timeouts));
      }),
    }),
  });
  // The pool replaces broken connections at the next query. Without listeners, the events would crash the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));

  let refusedUntil = 0;
  const isRefusing = () => performance.now() < refusedUntil;
  const slots = createFairQueue({ maxRunning: () => (isRefusing() ? Math.max(1, pool.totalCount) : size) });

  const acquireSlot: AcquireSlot = async (task, connect) => {
    const endsAt = performance.now() + (task.timeoutMs ?? Infinity);
    for (;;) {
      const timeoutMs = task.timeoutMs && Math.max(1, endsAt - performance.now());
      const release = await slots.acquire({ ...task, timeoutMs });
      try {
        return { connection: await connect(), release };
      } catch (error) {
        release();
        if (!isRefused(error) || performance.now() >= endsAt) throw error;
        if (!isRefusing()) log?.warn({ pool: name }, 'the database server has too many connections');
        refusedUntil = performance.now() + refusedMs;
        // If the pool has no connection, none is released, which would start the next attempt.
        if (pool.totalCount === 0) await setTimeout(refusedMs / 5);
      }
    }
  };

  const statements =
    calls &&
    (poolMode === 'transaction'
      ? transactionTimeouts(calls.timeouts)
      : preparedStatements((client) => calls.cancel(pids.get(client)).catch(() => {})));
  const connect = async (): Promise<PoolClient> => {
    const client = await pool.connect();
    return statements ? Object.create(client, { query: { value: statements(client) } }) : client;
  };
  return {
    pool,
    acquireSlot,
    dialect: () => new PostgresDialect({ pool: { options: pool.options, connect, end: async () => {} } }),
    /** Bypasses Kysely, which returns no rows for a text with several statements. */
    executeSql: async (text: string, values?: unknown[]) => {
      const { connection, release } = await acquireSlot({ key: name }, () => pool.query(text, values));
      release();
      return connection;
    },
    state: (waitingForTurn: number) => ({
      pool: name,
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: waitingForTurn + slots.waiting,
    }),
  };
}

/**
 * The settings of the embedded database, and the time limit. PgBouncer rejects them as connection parameters, and hides the
 * id of the session from the driver. Returns that id.
 */
async function setUpSession(client: PoolClient, timeouts: CallTimeouts | undefined): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(
    `select pg_backend_pid() as pid, set_config('random_page_cost', '1.1', false), set_config('jit', 'off', false),
       set_config('max_parallel_workers_per_gather', '0', false),
       set_config('statement_timeout', coalesce($1, current_setting('statement_timeout')), false)`,
    [timeouts === undefined ? null : String(timeouts.statementMs)],
  );
  return rows[0]?.pid ?? 0;
}
