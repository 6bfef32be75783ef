import { type DatabaseConnection, Kysely, PostgresDialect } from 'kysely';
import { Client, type ClientConfig, Pool } from 'pg';
import type { Logger } from 'pino';
import type { Tables } from '../tables/tables.ts';
import { createFairQueue } from '../../../fairness/fair-queue.ts';
import { type CallTimeouts, type OpenPools, type PoolName, poolNames } from './pool.ts';
import { pooledDialect } from './pooled-dialect.ts';
import { createPoolLog } from './pool-log.ts';
import { setUpSession } from './set-up-session.ts';
import { namedStatements } from './statements/named-statements.ts';
import { transactionTimeouts } from './statements/transaction-timeouts.ts';

/** Maximum number of connections of each pool. The operators' page documents their sum. */
const poolSizes: Record<PoolName, number> = { admission: 4, talent: 8, convo: 8, background: 4 };
/** Maximum number of connections of the job queue, which opens one more to listen for new jobs. */
const jobConnections = 3;

const connectTimeoutMs = 5000;

type PoolMode = 'session' | 'transaction';

export interface ServerLocation {
  url: string;
  /**
   * Pool mode of a pooler such as PgBouncer in front of the server; `session` by default. In `transaction` mode nothing
   * depends on the session: no prepared statements, no session settings.
   */
  poolMode?: PoolMode;
}

/** Opens pools of connections to a PostgreSQL server. Connections are opened when they are needed. */
export async function openServer(
  { url, poolMode = 'session' }: ServerLocation,
  { timeouts, log }: { timeouts: CallTimeouts; log: Logger | undefined },
): Promise<OpenPools> {
  const first = new Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs });
  // The pending call reports a lost connection. Without a listener, the event would also crash the process.
  first.on('error', () => {});
  await first.connect();
  await first.end();

  const open = (name: PoolName) =>
    openPool({ name, url, poolMode, timeouts: name === 'background' ? undefined : timeouts, log });
  const pools = { admission: open('admission'), talent: open('talent'), convo: open('convo') };
  const background = open('background');
  const all = { ...pools, background };
  return {
    db: background.db,
    calls: { admission: pools.admission.db, talent: pools.talent.db, convo: pools.convo.db },
    jobs: { connectionString: url, max: jobConnections },
    pools: () => poolNames.map((name) => all[name].state()),
    close: async () => {
      await Promise.all(poolNames.map((name) => all[name].db.destroy()));
    },
  };
}

interface PoolOptions {
  name: PoolName;
  url: string;
  poolMode: PoolMode;
  /** Omitted for background work, whose statements may take long. */
  timeouts: CallTimeouts | undefined;
  log: Logger | undefined;
}

function openPool({ name, url, poolMode, timeouts, log }: PoolOptions) {
  const pool = new Pool({
    connectionString: url,
    max: poolSizes[name],
    connectionTimeoutMillis: timeouts?.acquireMs ?? connectTimeoutMs,
    fallback_application_name: `graph ${name}`,
  });
  // The pool replaces broken idle connections at the next query. Without listeners, the events would crash the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const queue = createFairQueue({ maxRunning: poolSizes[name] });
  const pooled = { pool: timeouts ? transactionTimeouts(pool, timeouts) : pool };
  const dialect = new PostgresDialect(poolMode === 'session' ? preparedSessions(pool, timeouts) : pooled);
  const options = { pool: name, queue, acquireMs: timeouts?.acquireMs, log: createPoolLog(name, log) };
  const db = new Kysely<Tables>({ dialect: pooledDialect(dialect, options) });
  const state = () => ({
    pool: name,
    total: pool.totalCount,
    idle: pool.idleCount,
    waiting: queue.waiting,
  });
  return { db, state };
}

/** The part of the dialect's options for connections that keep their session. */
const preparedSessions = (pool: Pool, timeouts: CallTimeouts | undefined) => ({
  pool: namedStatements(pool),
  controlClient: ControlClient,
  onCreateConnection: (connection: DatabaseConnection) => setUpSession(connection, timeouts),
});

/** A connection that cancels a statement. */
class ControlClient extends Client {
  constructor(config: ClientConfig) {
    super(config);
    // As above: the pending call reports the error.
    this.on('error', () => {});
  }
}
