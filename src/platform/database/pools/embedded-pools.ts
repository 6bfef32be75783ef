import { fromPglite } from 'pg-boss';
import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import { createFairQueue } from '../../../infrastructure/fairness/fair-queue.ts';
import type { EmbeddedSession } from '../embedded/embedded-session.ts';
import type { CallTimeouts, OpenPools } from './pool.ts';
import { type AcquireSlot, openBackgroundDatabase, openCallDatabases } from './pool-driver.ts';
import { type EmbeddedStatements, openStatements } from './statements/embedded-statements.ts';

/** All pools share the only session, which their queue gives to one of them at a time. */
function embeddedDialect(statements: EmbeddedStatements): Dialect {
  const connection: DatabaseConnection = {
    executeQuery: (query) => execute(statements, query),
    streamQuery: () => {
      throw new Error('The embedded database does not stream rows.');
    },
  };
  return {
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => connection,
      releaseConnection: async () => {},
      beginTransaction: async () => void (await statements.query('begin')),
      async commitTransaction() {
        // PostgreSQL rolls back on `commit` if an error has aborted the transaction, even if the caller caught the error.
        if ((await statements.query('commit')).tag === 'ROLLBACK') throw new AbortedTransactionError();
      },
      rollbackTransaction: async () => void (await statements.query('rollback')),
      destroy: async () => {},
    }),
  };
}

async function execute<Row>(
  statements: EmbeddedStatements,
  { sql, parameters }: CompiledQuery,
): Promise<QueryResult<Row>> {
  const { rows, tag } = await statements.query<Row>(sql, parameters);
  const count = affectedRowsOf(tag);
  return { rows, ...(count !== undefined && { numAffectedRows: BigInt(count) }) };
}

/** The last number of a command tag such as `INSERT 0 5`. */
const affectedRowsOf = (tag: string) => /^(?:INSERT 0|UPDATE|DELETE|MERGE) (\d+)$/.exec(tag)?.[1];

/** Calls wait for at most one statement or transaction from every other use. A running statement cannot be cancelled. */
export async function embeddedPools(
  session: EmbeddedSession,
  { acquireMs }: Pick<CallTimeouts, 'acquireMs'>,
): Promise<OpenPools> {
  const slots = createFairQueue({ maxRunning: 1 });
  const acquireSlot: AcquireSlot = async (task, connect) => {
    const release = await slots.acquire(task);
    return { connection: await connect(), release };
  };
  const statements = await openStatements(session);
  const pool = { dialect: () => embeddedDialect(statements), acquireSlot };
  const calls = openCallDatabases(pool, { acquireMs, maxRunning: 1 });
  const db = openBackgroundDatabase(pool);
  const jobs = fromPglite({ ...statements, exec: async (text) => [await statements.exec(text)] });
  let closed: Promise<void> | undefined;
  const stateOf = () => {
    const background = slots.waitingOf('background');
    const idle = 1 - slots.running;
    return [
      { pool: 'calls', total: 1, idle, waiting: calls.waiting() + slots.waiting - background } as const,
      { pool: 'background', total: 1, idle, waiting: background } as const,
    ];
  };
  return {
    db,
    calls: calls.databases,
    jobs: {
      db: {
        ...jobs,
        executeSql: (text, values) => slots.run({ key: 'background' }, () => jobs.executeSql(text, values)),
      },
      backend: 'pglite',
    },
    pools: stateOf,
    // In memory.
    checkSpace: async () => {},
    close: () => (closed ??= session.close()),
  };
}
