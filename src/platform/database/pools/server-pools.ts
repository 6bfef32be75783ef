import { CompiledQuery, type DatabaseConnection, Kysely, PostgresDialect } from 'kysely';
import { Client, type ClientConfig, Pool } from 'pg';
import type { Logger } from 'pino';
import type { Tables } from '../tables/tables.ts';
import { createFairQueue } from '../../../infrastructure/fairness/fair-queue.ts';
import { type CallTimeouts, type OpenPools, type PoolName, poolNames } from './pool.ts';
import type { CallContext } from './call-context.ts';
import { pooledDialect } from './pool-driver.ts';
import { createRefusedConnections } from './refused-connections.ts';
import { namedStatements, transactionTimeouts } from './statements/server-statements.ts';

/** Connections per pool. The operators' page documents their sum. */
const poolSizes: Record<PoolName, number> = { admission: 4, talent: 8, convo: 8, background: 6 };

const connectTimeoutMs = 5000;

/** About as long as a rolling restart of other nodes takes. */
const startTimeoutMs = 60_000;

export interface ServerLocation {
  url: string;
  /** Mode of a pooler such as PgBouncer. With `transaction`, there are no prepared statements or session settings. */
  poolMode?: 'session' | 'transaction';
}

export async function openServerPools(
  location: ServerLocation,
  options: { timeouts: CallTimeouts; log: Logger | undefined },
): Promise<OpenPools> {
  const { url } = location;
  await createRefusedConnections().connect(() => checkServer(url), { timeoutMs: startTimeoutMs });

  const open = (name: PoolName) =>
    openPool(name, location, {
      ...options,
      onStarved: () => {
        for (const each of poolNames) pools[each].closeIdle();
      },
    });
  const [admission, talent, convo, background] = [open('admission'), open('talent'), open('convo'), open('background')];
  const pools = { admission, talent, convo, background };

  return {
    db: background.db,
    calls: { admission: admission.db, talent: talent.db, convo: convo.db },
    // pg-boss opens only the connection on which it listens for new jobs.
    jobs: { connectionString: url, executeSql: background.executeSql },
    pools: () => poolNames.map((name) => pools[name].state()),
    close: async () => {
      await Promise.all(poolNames.map((name) => pools[name].db.destroy()));
    },
  };
}

async function checkServer(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs });
  // The pending call reports a lost connection. Without a listener, the event would also crash the process.
  client.on('error', () => {});
  await client.connect();
  await client.end();
}

function openPool(
  name: PoolName,
  { url, poolMode }: ServerLocation,
  { log, onStarved, ...options }: { timeouts: CallTimeouts; log: Logger | undefined; onStarved: () => void },
) {
  // Background statements may take long.
  const timeouts = name === 'background' ? undefined : options.timeouts;
  const pool = new Pool({
    connectionString: url,
    max: poolSizes[name],
    connectionTimeoutMillis: timeouts?.acquireMs ?? connectTimeoutMs,
    fallback_application_name: `graph ${name}`,
  });
  // The pool replaces broken connections at the next query. Without listeners, the events would crash the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const queue = createFairQueue({ maxRunning: poolSizes[name] });
  const dialect = new PostgresDialect(
    poolMode === 'transaction'
      ? { pool: timeouts ? transactionTimeouts(pool, timeouts) : pool }
      : {
          pool: namedStatements(pool),
          controlClient: ControlClient,
          onCreateConnection: (connection) => setUpSession(connection, timeouts),
        },
  );
  // One account can have a hundred statements waiting; those of other accounts take turns with them.
  const keyOf = (call: CallContext | undefined) => call?.account ?? '';
  const refused = createRefusedConnections({
    hasIdle: () => pool.idleCount > 0,
    onRefused: () => {
      if (pool.totalCount === 0) onStarved();
    },
  });
  const pooled = pooledDialect(dialect, { pool: name, queue, keyOf, acquireMs: timeouts?.acquireMs, log, refused });
  const db = new Kysely<Tables>({ dialect: pooled });
  /** Bypasses Kysely, which returns no rows for a text with several statements. */
  const executeSql = (text: string, values?: unknown[]) =>
    queue.run({ key: name }, () => refused.connect(() => pool.query(text, values)).finally(() => refused.reportIdle()));
  const state = () => ({ pool: name, total: pool.totalCount, idle: pool.idleCount, waiting: queue.waiting });
  const closeIdle = () => {
    for (let count = pool.idleCount; count > 0; count -= 1) {
      pool.connect().then(
        (client) => client.release(true),
        () => {},
      );
    }
  };
  return { db, executeSql, state, closeIdle };
}

/** The settings of the embedded database, and the time limit. PgBouncer rejects them as connection parameters. */
async function setUpSession(connection: DatabaseConnection, timeouts: CallTimeouts | undefined): Promise<void> {
  await connection.executeQuery(
    CompiledQuery.raw(
      `select set_config('random_page_cost', '1.1', false), set_config('jit', 'off', false),
         set_config('max_parallel_workers_per_gather', '0', false),
         set_config('statement_timeout', coalesce($1, current_setting('statement_timeout')), false)`,
      [timeouts === undefined ? null : String(timeouts.statementMs)],
    ),
  );
}

class ControlClient extends Client {
  constructor(config: ClientConfig) {
    super(config);
    // As above: the pending call reports the error.
    this.on('error', () => {});
  }
}
