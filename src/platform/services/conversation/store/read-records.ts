import { type RawBuilder, sql } from 'kysely';
import type { Columns, Fields } from '../../../../tools/record-fields.ts';
import type { Db } from '../../../database/open-database.ts';
import { columnsOf } from '../../../database/record-columns.ts';
import type { ConversationTables } from '../../../database/tables/conversation-tables.ts';

/** @param rest the clauses of the statement after `from` */
export async function readRecords<Shape extends Fields>(
  db: Db,
  { table, fields, rest }: { table: keyof ConversationTables; fields: Shape; rest: RawBuilder<unknown> },
): Promise<Columns<Shape>[]> {
  const columns = sql.join(columnsOf(fields).map((column) => sql.ref(column)));
  const { rows } = await sql<Columns<Shape>>`select ${columns} from ${sql.table(table)} ${rest}`.execute(db);
  return rows;
}
