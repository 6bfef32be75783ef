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
import type { EmbeddedStatements } from './statements/embedded-statements.ts';

/** All pools share the only session, which their queue gives to one of them at a time. */
export function embeddedDialect(statements: EmbeddedStatements): Dialect {
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
        // PostgreSQL answers so if an error, which the caller caught, has aborted the transaction.
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
