import { type Kysely, sql } from 'kysely';

/** Few values each, so that any one lets thousands of signals through, and short: they cost an index little. */
const narrowColumns = ['type', 'score', 'gender', 'age_range', 'education_level', 'customer_focus'];

const wideColumns = ['source', 'city', 'country', 'region', 'origin', 'industry'];

/**
 * Every index that gives the page order holds the narrow columns too: how many signals two or more filters let through
 * is then counted in an index alone, without a visit to the wide rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of [...narrowColumns, ...wideColumns, undefined]) {
    const name = sql.id(`talent_signals_${column ?? 'newest'}`);
    const first = column === undefined ? [] : [sql.id(column)];
    const keys = sql.join([...first, sql`discovered_at desc`, sql`id desc`]);
    const covered = sql.join(narrowColumns.filter((other) => other !== column).map((other) => sql.id(other)));
    await sql`drop index ${name}`.execute(db);
    await sql`create index ${name} on talent_signals (${keys}) include (${covered})`.execute(db);
  }
}
