import { readdir } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { dataDir as readInitialArchive } from '@electric-sql/pglite-prepopulatedfs';
import { Kysely, PGliteDialect } from 'kysely';
import { embeddedOptions } from '../../../../src/platform/database/embedded/embedded-options.ts';
import { migrate } from '../../../../src/platform/database/migrate.ts';
import type { Tables } from '../../../../src/platform/database/tables/tables.ts';
import { callEveryTool, storeEveryKind } from './every-tool.ts';
import type { RecordedStatement, Recording } from './recording.ts';

type Statement = Omit<RecordedStatement, 'phase'>;

/** Records the statements of storing every kind of record and calling every tool on PGlite. */
export async function recordRelease(): Promise<Recording> {
  const migrations = await readdir('src/platform/database/migrations');
  const pglite = await PGlite.create({ ...embeddedOptions(), loadDataDir: await readInitialArchive() });
  // The pools of the program prepare statements, which bypasses the methods that are observed.
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) });
  await migrate(db);
  const recorded = recordStatements(pglite);
  await storeEveryKind(db);
  const seed = distinct(recorded.splice(0)).map((statement) => ({ phase: 'seed' as const, ...statement }));
  await callEveryTool(db);
  const calls = distinct(recorded).map((statement) => ({ phase: 'call' as const, ...statement }));
  await db.destroy();
  return {
    migration:
      migrations
        .filter((name) => name !== 'new-database.sql')
        .toSorted()
        .at(-1)
        ?.replace('.sql', '') ?? '',
    statements: [...seed, ...calls],
  };
}

type Queries = Pick<PGlite, 'query'>;

/** Adds each statement that runs from now on to the returned list. */
function recordStatements(target: PGlite): Statement[] {
  const statements: Statement[] = [];
  const observe = <Target extends Queries>(queries: Target): Target => {
    const query = queries.query.bind(queries);
    return Object.assign(queries, {
      query: async (...[sql, parameters = [], options]: Parameters<Queries['query']>) => {
        const result = await query(sql, parameters, options);
        if (!/^(savepoint|release|rollback)/i.test(sql))
          statements.push({ sql, parameters: [...parameters], rows: result.rows.length });
        return result;
      },
    });
  };
  observe(target);
  const begin = target.transaction.bind(target);
  Object.assign(target, {
    transaction: <Result>(run: (transaction: Queries) => Promise<Result>) =>
      begin((transaction) => run(observe(transaction))),
  });
  return statements;
}

/** Removes repeated reads. Changes are all needed, because later statements depend on them. */
function distinct(all: readonly Statement[]): Statement[] {
  const seen = new Set<string>();
  return all.filter(({ sql }) => !/^\s*(select|with)/i.test(sql) || (!seen.has(sql) && seen.add(sql)));
}
