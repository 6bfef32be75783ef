import { type CompiledQuery, type DatabaseConnection, type Dialect, type Driver, Kysely } from 'kysely';
import { createFairQueue, type FairQueue, type QueuedTask } from '../../../infrastructure/fairness/fair-queue.ts';
import type { Tables } from '../tables/tables.ts';
import { QueueError } from '../../../infrastructure/fairness/slot-queue.ts';
import { isDiskFull } from '../../../infrastructure/storage/disk-full.ts';
import { PlatformError } from '../../../tools/errors/platform-error.ts';
import { isRefused, sqlState } from '../sql-state.ts';
import { type CallContext, currentCall } from './call-context.ts';
import type { CallDatabases } from './pool.ts';

/**
 * `UPSTREAM_UNAVAILABLE` promises that the call had no effect; one that has run statements of its service gets
 * `UPSTREAM_TIMEOUT`. `BUSY` means that there are only too few connections.
 */
const noConnectionError = (cause: unknown, call: CallContext | undefined) =>
  new PlatformError({
    code: call?.hasBegun ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_UNAVAILABLE',
    message: 'The database is busy or cannot be reached.',
    reason: isRefused(cause) || cause instanceof QueueError ? 'BUSY' : undefined,
    cause,
  });

/** SQLSTATE of `query_canceled`: by `statement_timeout`, or because the caller has gone. */
const queryCanceled = '57014';

/**
 * The abort reason if the caller has gone, `INSUFFICIENT_STORAGE` if the disk is full; an unfinished statement becomes
 * `UPSTREAM_TIMEOUT`, because it may have taken effect. Returns any other error unchanged.
 */
function statementError(error: unknown, call: CallContext | undefined): unknown {
  if (isDiskFull(error)) return diskFullError(error);
  const isCanceled = sqlState(error) === queryCanceled;
  if (!isCanceled && !isConnectionLost(error)) return error;
  if (isCanceled && call?.signal.aborted) return call.signal.reason;
  return new PlatformError({
    code: 'UPSTREAM_TIMEOUT',
    message: isCanceled
      ? 'The database did not finish a statement in time.'
      : 'The connection to the database was lost before a statement finished.',
    cause: error,
  });
}

/** The call had no effect: every tool changes data in one transaction, which PostgreSQL rolls back. */
const diskFullError = (cause: unknown) =>
  new PlatformError({
    code: 'INSUFFICIENT_STORAGE',
    message: 'The database has no space left. Nothing was changed; try again later.',
    cause,
  });

/** SQLSTATE codes of a shutdown or crash, codes of broken sockets, and the driver's own texts. */
const connectionLostCodes = new Set<unknown>(['57P01', '57P02', '57P03', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);
const connectionLostMessage = /^Connection terminated|is not queryable$/;

const isConnectionLost = (error: unknown): boolean =>
  error instanceof Error &&
  (connectionLostCodes.has(sqlState(error)) ||
    sqlState(error)?.startsWith('08') === true ||
    connectionLostMessage.test(error.message));

/** Waits for a slot of a pool, then connects. @throws QueueError, the signal's reason, or the error of `connect` */
export type AcquireSlot = <Connection>(
  task: QueuedTask,
  connect: () => Promise<Connection>,
) => Promise<{ connection: Connection; release: () => void }>;

interface Pool {
  dialect: () => Dialect;
  acquireSlot: AcquireSlot;
}

/** Limits of one use of the pool for calls. */
interface CallLimits {
  /** Accounts alternate, because an account can have a hundred waiting statements. */
  queue: FairQueue;
  acquireMs: number;
}

/**
 * Statements of a call wait in a queue and end with the call: if its caller has gone, it leaves the queue, runs no further
 * statement and commits nothing.
 */
export function openCallDatabases(pool: Pool, { acquireMs, maxRunning }: { acquireMs: number; maxRunning: number }) {
  const queues: FairQueue[] = [];
  const open = (use: keyof CallDatabases) => {
    const queue = createFairQueue({ maxRunning });
    queues.push(queue);
    return openDatabaseFor(use, pool, { queue, acquireMs });
  };
  const databases: CallDatabases = { callers: open('callers'), talent: open('talent'), convo: open('convo') };
  return { databases, waiting: () => queues.reduce((sum, { waiting }) => sum + waiting, 0) };
}

/** Ignores tool calls, because a job may be started by the code of one. */
export const openBackgroundDatabase = (pool: Pool) => openDatabaseFor('background', pool);

const openDatabaseFor = (use: string, { dialect, acquireSlot }: Pool, calls?: CallLimits) => {
  const inner = dialect();
  return new Kysely<Tables>({
    dialect: {
      // Kysely's own queue would serve statements in the order of their arrival.
      createAdapter: () => Object.defineProperty(inner.createAdapter(), 'supportsMultipleConnections', { value: true }),
      createDriver: () => createPoolDriver(inner.createDriver(), { use, acquireSlot, calls }),
      createIntrospector: (db) => inner.createIntrospector(db),
      createQueryCompiler: () => inner.createQueryCompiler(),
    },
  });
};

interface Lease {
  inner: DatabaseConnection;
  call: CallContext | undefined;
  release: () => void;
}

function createPoolDriver(
  driver: Driver,
  { use, acquireSlot, calls }: { use: string; acquireSlot: AcquireSlot; calls: CallLimits | undefined },
): Driver {
  const leases = new WeakMap<DatabaseConnection, Lease>();
  const leaseOf = (connection: DatabaseConnection) => {
    const lease = leases.get(connection);
    if (!lease) throw new Error('The connection is not in use by this pool');
    return lease;
  };

  async function acquire(call: CallContext | undefined): Promise<Lease> {
    const endsAt = performance.now() + (calls?.acquireMs ?? 0);
    const task = (key: string) => ({
      key,
      signal: call?.signal,
      timeoutMs: calls && Math.max(1, endsAt - performance.now()),
    });
    const endTurn = await calls?.queue.acquire(task(call?.account ?? ''));
    try {
      const { connection, release } = await acquireSlot(task(use), () => driver.acquireConnection());
      return { inner: connection, call, release: () => (release(), endTurn?.()) };
    } catch (error) {
      endTurn?.();
      throw error;
    }
  }

  async function run<Result>(call: CallContext | undefined, statement: () => Promise<Result>): Promise<Result> {
    call?.signal.throwIfAborted();
    if (!calls) return statement();
    return statement().catch((error: unknown) => {
      throw statementError(error, call);
    });
  }

  return {
    init: (options) => driver.init(options),
    destroy: (options) => driver.destroy(options),
    async acquireConnection() {
      const call = calls && currentCall();
      const lease = await acquire(call).catch((error: unknown) => {
        throw !calls || call?.signal.aborted ? error : noConnectionError(error, call);
      });
      if (call && use !== 'callers') call.hasBegun = true;
      const connection: DatabaseConnection = {
        executeQuery: <Row>(query: CompiledQuery) => run(call, () => lease.inner.executeQuery<Row>(query)),
        streamQuery: (query, chunkSize) => lease.inner.streamQuery(query, chunkSize),
      };
      leases.set(connection, lease);
      return connection;
    },
    async releaseConnection(connection) {
      const { inner, release } = leaseOf(connection);
      await driver.releaseConnection(inner).finally(release);
    },
    beginTransaction(connection, settings) {
      const { inner, call } = leaseOf(connection);
      return run(call, () => driver.beginTransaction(inner, settings));
    },
    commitTransaction(connection) {
      const { inner, call } = leaseOf(connection);
      return run(call, () => driver.commitTransaction(inner));
    },
    async rollbackTransaction(connection) {
      // If this fails, the driver discards the connection, and the database rolls back.
      await driver.rollbackTransaction(leaseOf(connection).inner).catch(() => {});
    },
  };
}
