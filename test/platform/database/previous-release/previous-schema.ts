import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { statementsOf } from '../../../../src/platform/database/migrate.ts';
import type { Tables } from '../../../../src/platform/database/tables/tables.ts';

const folder = join(import.meta.dirname, 'migrations');

/** Migrates an empty database to the schema of the previous release. */
export async function createPreviousSchema(db: Kysely<Tables>): Promise<void> {
  await sql`create table kysely_migration (
    name varchar(255) primary key, timestamp varchar(255) not null)`.execute(db);
  for (const file of (await readdir(folder)).toSorted()) {
    const text = await readFile(join(folder, file), 'utf8');
    for (const statement of statementsOf(text)) await sql.raw(statement).execute(db);
    await sql`insert into kysely_migration values (${basename(file, '.sql')}, 'now')`.execute(db);
  }
}
