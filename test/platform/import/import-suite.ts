import { sql } from 'kysely';
import { beforeEach } from 'vitest';
import type { OpenedDatabase } from '../../../src/platform/database/open-database.ts';
import { describeEmbedded } from '../../support/database/suite-database.ts';
import { openForSuite } from '../../support/open-for-suite.ts';
import { ndjson, openImportLab, type RunOptions } from './import-lab.ts';

/** Deleting the rows of these tables deletes all records. */
const talent = ['searches', 'lists', 'signals', 'companies', 'institutions', 'cities', 'users'].map(
  (name) => `talent_${name}`,
);
const roots = ['platform_imported_ids', ...talent, 'convo_organizations'];

type Suite = (tools: ReturnType<typeof openSuite>) => void;

/** A suite with files to import, and a database that is emptied before each test. */
export const describeImport = (title: string, suite: Suite) => describeImportOn(describeEmbedded, title, suite);

/** Like `describeImport`, on the databases of `describeOn`. */
export function describeImportOn(describeOn: typeof describeEmbedded, title: string, suite: Suite): void {
  describeOn(title, (opened) => suite(openSuite(opened)));
}

function openSuite(opened: OpenedDatabase) {
  const { db } = opened;
  const lab = openForSuite(() => openImportLab(db));
  beforeEach(async () => {
    for (const table of roots) await sql`delete from ${sql.table(table)}`.execute(db);
  });
  const importText = async (name: string, content: string | Uint8Array, options?: RunOptions) =>
    lab.run([await lab.write(name, content)], options);
  const rows = async (table: string, order = '1, 2') =>
    (await sql<Record<string, unknown>>`select * from ${sql.table(table)} order by ${sql.raw(order)}`.execute(db)).rows;
  return {
    opened,
    db,
    lab,
    /** Writes a file and imports it. */
    importText,
    /** Imports records as `lines.ndjson`. */
    importLines: (...records: object[]) => importText('lines.ndjson', ndjson(...records)),
    /** The rows of a table, by default in the order of its first columns. */
    rows,
    /** The rows of the services and of imported ids, by table; empty tables are left out. */
    everyRow: async () => {
      const names = (await db.introspection.getTables()).map(({ name }) => name);
      const imported = names.filter((name) => /^(talent|convo)_|^platform_imported_ids$/.test(name));
      const tables = await Promise.all(imported.map(async (name) => [name, await rows(name)] as const));
      return Object.fromEntries(tables.filter(([, found]) => found.length > 0));
    },
  };
}
