import { type DatabaseConnection, Kysely, PostgresDialect } from 'kysely';
import { Client, type ClientConfig, Pool } from 'pg';
import type { Logger } from 'pino';
import type { Tables } from '../tables/tables.ts';
import { createFairQueue } from '../../../infrastructure/fairness/fair-queue.ts';
import { type CallTimeouts, type OpenPools, type PoolName, poolNames } from './pool.ts';
import type { CallContext } from './call-context.ts';
import { pooledDialect } from './pool-driver.ts';
import { createRefusedConnections } from './refused-connections.ts';
import { setUpSession } from './set-up-session.ts';
import { namedStatements, transactionTimeouts } from './statements/server-statements.ts';

/** Connections per pool. The operators' page documents their sum. */
const poolSizes: Record<PoolName, number> = { admission: 4, talent: 8, convo: 8, background: 6 };

const connectTimeoutMs = 5000;

/** About as long as a rolling restart of other nodes takes. */
const startTimeoutMs = 60_000;

type PoolMode = 'session' | 'transaction';

export interface ServerLocation {
  url: string;
  /** Mode of a pooler such as PgBouncer. With `transaction`, there are no prepared statements or session settings. */
  poolMode?: PoolMode;
}

export async function openServer(
  { url, poolMode = 'session' }: ServerLocation,
  { timeouts, log }: { timeouts: CallTimeouts; log: Logger | undefined },
): Promise<OpenPools> {
  await createRefusedConnections().connect(() => checkServer(url), { timeoutMs: startTimeoutMs });

  const open = (name: PoolName) =>
    openPool({
      name,
      url,
      poolMode,
      timeouts: name === 'background' ? undefined : timeouts,
      log,
      onStarved: closeIdle,
    });
  const pools = { admission: open('admission'), talent: open('talent'), convo: open('convo') };
  const background = open('background');
  const all = { ...pools, background };
  function closeIdle() {
    for (const name of poolNames) all[name].closeIdle();
  }

  return {
    db: background.db,
    calls: { admission: pools.admission.db, talent: pools.talent.db, convo: pools.convo.db },
    // pg-boss opens only the connection on which it listens for new jobs.
    jobs: { connectionString: url, executeSql: background.executeSql },
    pools: () => poolNames.map((name) => all[name].state()),
    close: async () => {
      await Promise.all(poolNames.map((name) => all[name].db.destroy()));
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

interface PoolOptions {
  name: PoolName;
  url: string;
  poolMode: PoolMode;
  /** Omitted for background work, whose statements may take long. */
  timeouts: CallTimeouts | undefined;
  log: Logger | undefined;
  onStarved: () => void;
}

function openPool({ name, url, poolMode, timeouts, log, onStarved }: PoolOptions) {
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
  const pooled = { pool: timeouts ? transactionTimeouts(pool, timeouts) : pool };
  const dialect = new PostgresDialect(poolMode === 'session' ? preparedSessions(pool, timeouts) : pooled);
  // One account can have a hundred statements waiting; those of other accounts take turns with them.
  const keyOf = (call: CallContext | undefined) => call?.account ?? '';
  const refused = createRefusedConnections({
    hasIdle: () => pool.idleCount > 0,
    onRefused: () => {
      if (pool.totalCount === 0) onStarved();
    },
  });
  const options = { pool: name, queue, keyOf, acquireMs: timeouts?.acquireMs, log, refused };
  const db = new Kysely<Tables>({ dialect: pooledDialect(dialect, options) });
  /** Runs one or more statements without Kysely, which returns no rows of several. */
  const executeSql = (text: string, values?: unknown[]) =>
    queue.run({ key: name }, () =>
      refused.connect(() => pool.query(text, values), {}).finally(() => refused.reportIdle()),
    );
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

const preparedSessions = (pool: Pool, timeouts: CallTimeouts | undefined) => ({
  pool: namedStatements(pool),
  controlClient: ControlClient,
  onCreateConnection: (connection: DatabaseConnection) => setUpSession(connection, timeouts),
});

class ControlClient extends Client {
  constructor(config: ClientConfig) {
    super(config);
    // As above: the pending call reports the error.
    this.on('error', () => {});
  }
}
