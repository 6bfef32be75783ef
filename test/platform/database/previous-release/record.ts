import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { embeddedOptions } from '../../../../src/platform/database/embedded/embedded-options.ts';
import { openDatabase } from '../../../../src/platform/database/open-database.ts';
import { callEveryTool, storeEveryKind } from './every-tool.ts';
import { printRecording, type RecordedStatement } from './recording.ts';

type Statement = Omit<RecordedStatement, 'phase'>;

/**
 * Records the SQL statements of this release in `statements.ndjson`, for the test that runs them after the migrations of
 * the next one: `node test/platform/database/previous-release/record.ts`.
 */
const page = await readFile('src/app/REFERENCE.md', 'utf8');
const lines = /```ndjson\n([^`]+)```/.exec(page)?.[1] ?? '';
const migrations = await readdir('src/platform/database/migrations');
const pglite = await PGlite.create(embeddedOptions());
const { db, close } = await openDatabase({ pglite });
const recorded = recordStatements(pglite);
await storeEveryKind(db, lines);
const seed = distinct(recorded.splice(0)).map((statement) => ({ phase: 'seed' as const, ...statement }));
await callEveryTool(db);
const calls = distinct(recorded).map((statement) => ({ phase: 'call' as const, ...statement }));
await close();
await writeFile(
  join(import.meta.dirname, 'statements.ndjson'),
  printRecording({
    migration: migrations.toSorted().at(-1)?.replace('.sql', '') ?? '',
    statements: [...seed, ...calls],
  }),
);

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
