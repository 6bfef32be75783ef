import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult, TransactionSettings } from 'kysely';
import type { Logger } from 'pino';
import type { FairQueue } from '../../../infrastructure/fairness/fair-queue.ts';
import { QueueError } from '../../../infrastructure/fairness/slot-queue.ts';
import { reasonOf } from '../../../tools/errors/operator-error.ts';
import { type CallContext, currentCall } from './call-context.ts';
import type { PoolName } from './pool.ts';
import { noConnectionError, statementError } from './pool-error.ts';
import { createRefusedConnections, isRefused, type RefusedConnections } from './refused-connections.ts';

interface PoolOptions {
  pool: PoolName;
  queue: FairQueue;
  /** Key in the queue; keys take turns. */
  keyOf: (call: CallContext | undefined) => string;
  /** Omitted for background work, which waits as long as necessary. */
  acquireMs?: number | undefined;
  log: Logger | undefined;
  /** Only for servers, which can refuse new connections. */
  refused?: RefusedConnections;
}

interface Lease {
  inner: DatabaseConnection;
  call: CallContext | undefined;
  release: () => void;
}

/**
 * Wraps a dialect, so that statements wait for connections in a queue and end with their tool call:
 * - A call whose caller has gone leaves the queue, runs no further statement and commits nothing.
 * - A running statement of such a call is cancelled, if the database can do that.
 * - If the server has too many connections, statements wait for those of the pool.
 *
 * The pool for background work ignores tool calls, because a job may be started by the code of a call.
 */
export const pooledDialect = (dialect: Dialect, options: PoolOptions): Dialect => ({
  // Kysely's own queue would serve statements in the order of their arrival.
  createAdapter: () => Object.defineProperty(dialect.createAdapter(), 'supportsMultipleConnections', { value: true }),
  createDriver: () => createPoolDriver(dialect.createDriver(), options),
  createIntrospector: (db) => dialect.createIntrospector(db),
  createQueryCompiler: () => dialect.createQueryCompiler(),
});

function createPoolDriver(
  driver: Driver,
  { pool, queue, keyOf, acquireMs, log, refused = createRefusedConnections() }: PoolOptions,
): Driver {
  const poolLog = createPoolLog(pool, log);
  const isBackground = pool === 'background';
  const leases = new WeakMap<DatabaseConnection, Lease>();
  const leaseOf = (connection: DatabaseConnection) => {
    const used = leases.get(connection);
    if (!used) throw new Error('The connection is not in use by this pool');
    return used;
  };

  async function lease(call: CallContext | undefined): Promise<Lease> {
    const startedAt = performance.now();
    const signal = call?.signal;
    const release = await queue.acquire({ key: keyOf(call), signal, timeoutMs: acquireMs });
    try {
      const timeoutMs = acquireMs && acquireMs - (performance.now() - startedAt);
      const inner = await refused.connect(() => driver.acquireConnection(), { signal, timeoutMs });
      return { call, release, inner };
    } catch (error) {
      release();
      throw error;
    }
  }

  async function acquireConnection() {
    const call = isBackground ? undefined : currentCall();
    const used = await lease(call).catch((error: unknown) => {
      if (isBackground || call?.signal.aborted) throw error;
      poolLog.rejected(error instanceof QueueError ? noFreeConnection(error, acquireMs) : error);
      throw noConnectionError(error, { call, isBusy: isRefused(error) || refused.isRefusing });
    });
    poolLog.served();
    if (call && pool !== 'admission') call.hasBegun = true;
    const connection: DatabaseConnection = {
      executeQuery: (query) => execute(used, query),
      streamQuery: (query, chunkSize) => used.inner.streamQuery(query, chunkSize),
    };
    leases.set(connection, used);
    return connection;
  }

  const execute = <Row>({ inner, call }: Lease, query: CompiledQuery): Promise<QueryResult<Row>> =>
    convertErrors(call, call ? runUntilAborted<Row>(inner, query, call.signal) : inner.executeQuery<Row>(query));

  const convertErrors = <Result>(call: CallContext | undefined, statement: Promise<Result>): Promise<Result> =>
    isBackground
      ? statement
      : statement.catch((error: unknown) => {
          throw statementError(error, call);
        });

  return {
    init: (options) => driver.init(options),
    destroy: (options) => driver.destroy(options),
    acquireConnection,
    async releaseConnection(connection) {
      const { inner, release } = leaseOf(connection);
      await driver.releaseConnection(inner).finally(() => {
        refused.reportIdle();
        release();
      });
    },
    async beginTransaction(connection, settings: TransactionSettings) {
      const { inner, call } = leaseOf(connection);
      await convertErrors(call, driver.beginTransaction(inner, settings));
    },
    async commitTransaction(connection) {
      const { inner, call } = leaseOf(connection);
      call?.signal.throwIfAborted();
      await convertErrors(call, driver.commitTransaction(inner));
    },
    async rollbackTransaction(connection) {
      // If this fails, the driver discards the connection, and the database rolls back.
      await driver.rollbackTransaction(leaseOf(connection).inner).catch(() => {});
    },
  };
}

/** Logs when a pool starts to reject calls and when it serves them again, but not every rejected call. */
function createPoolLog(pool: PoolName, log: Logger | undefined) {
  let isRejecting = false;
  return {
    rejected(error: unknown) {
      if (!isRejecting) log?.warn({ pool, reason: reasonOf(error) }, 'a pool has no database connection for its calls');
      isRejecting = true;
    },
    served() {
      if (isRejecting) log?.info({ pool }, 'a pool has database connections again');
      isRejecting = false;
    },
  };
}

const noFreeConnection = (cause: unknown, acquireMs: number | undefined) =>
  new Error(`No database connection became free within ${acquireMs} ms`, { cause });

/** Waits until the attempt to cancel has ended, so that it cannot hit the next statement on the same connection. */
async function runUntilAborted<Row>(
  connection: DatabaseConnection,
  query: CompiledQuery,
  signal: AbortSignal,
): Promise<QueryResult<Row>> {
  // Provides the id of the session to cancel, without a statement.
  if (connection.collectSessionInfo) await connection.collectSessionInfo();
  signal.throwIfAborted();
  // An embedded database cannot cancel a statement, so a listener would only cost time.
  if (!connection.cancelQuery) return connection.executeQuery<Row>(query);
  let cancelling: Promise<void> | undefined;
  const cancel = () => {
    cancelling = connection.cancelQuery?.(noSharedConnection).catch(() => {});
  };
  signal.addEventListener('abort', cancel);
  try {
    return await connection.executeQuery<Row>(query);
  } finally {
    signal.removeEventListener('abort', cancel);
    await cancelling;
  }
}

/** Cancelling needs another connection: in the pool, the request would wait for the statement. */
const noSharedConnection = () => Promise.reject(new Error('The pool has no connection for cancelling'));
