import { type InsertObject, type RawBuilder, sql } from 'kysely';
import type { Db } from './open-database.ts';
import type { Tables } from './tables/tables.ts';

type Table = keyof Tables;

interface RowsToStore<Name extends Table, Row> {
  rows: readonly (Row & InsertObject<Tables, Name> & Record<Exclude<keyof Row, keyof Tables[Name]>, never>)[];
  /** The columns of a unique constraint. If several rows have the same key, the last one is stored. */
  key: readonly (keyof Row & string)[];
}

interface RowsToUpsert<Name extends Table, Row> extends RowsToStore<Name, Row> {
  /** Columns that keep their stored value. */
  keep?: readonly (keyof Row & string)[];
  /** SQL expressions for columns that combine the stored value with the new one (`excluded`). */
  merge?: { [Column in keyof Row]?: RawBuilder<unknown> };
}

/** Inserts rows, or updates the stored rows with the same key. */
export async function upsertRows<Name extends Table, Row extends object>(
  db: Db,
  table: Name,
  { rows, key, keep = [], merge = {} }: RowsToUpsert<Name, Row>,
): Promise<void> {
  const unchanged = new Set<string>([...key, ...keep]);
  const replaced = Object.keys(rows[0] ?? {}).filter((column) => !unchanged.has(column));
  const merged = new Map<string, RawBuilder<unknown>>(Object.entries(merge));
  const changes = replaced.map(
    (column) => sql`${sql.id(column)} = ${merged.get(column) ?? sql.ref(`excluded.${column}`)}`,
  );
  const conflict = sql`on conflict (${columnList(key)}) do update set ${sql.join(changes)}`;
  await insertBatches(db, table, { rows, key, conflict });
}

/** Inserts the rows that violate no unique constraint; those already stored stay unchanged. */
export const insertMissingRows = <Name extends Table, Row extends object>(
  db: Db,
  table: Name,
  { rows, key }: RowsToStore<Name, Row>,
): Promise<void> => insertBatches(db, table, { rows, key, conflict: sql`on conflict do nothing` });

/** Inserts rows; fails when a key is already stored. */
export const insertRows = <Name extends Table, Row extends object>(
  db: Db,
  table: Name,
  { rows, key }: RowsToStore<Name, Row>,
): Promise<void> => insertBatches(db, table, { rows, key, conflict: sql`` });

/** References to the new values of an upsert (`excluded`), for `doUpdateSet`. */
export const excludedColumns = <Name extends Table>(
  _table: Name,
  columns: readonly (keyof Tables[Name] & string)[],
): Record<string, RawBuilder<never>> =>
  Object.fromEntries(columns.map((column) => [column, sql<never>`${sql.ref(`excluded.${column}`)}`]));

/** The named columns of a record, with null for undefined values. */
export function nullable<Source extends object, Column extends keyof Source & string>(
  record: Source,
  columns: readonly Column[],
): { [Name in Column]-?: Exclude<Source[Name], undefined> | null } {
  const entries: unknown[][] = columns.map((column) => [column, record[column] ?? null]);
  return Object.fromEntries(entries);
}

const columnList = (columns: readonly string[]) => sql.join(columns.map((column) => sql.id(column)));

async function insertBatches<Name extends Table, Row extends object>(
  db: Db,
  table: Name,
  { rows, key, conflict }: RowsToStore<Name, Row> & { conflict: RawBuilder<unknown> },
): Promise<void> {
  for (const batch of batchesOf(rows, (row) => JSON.stringify(key.map((column) => row[column])))) {
    await db.insertInto(table).values(batch).modifyEnd(conflict).execute();
  }
}

const batchSize = 500;

/**
 * The last value of each key, in batches whose statements stay far below PostgreSQL's limit of 65,535 parameters. The
 * values are split into batches in their order. Each batch is then sorted by key, so that concurrent writers lock its
 * rows in the same order and cannot deadlock.
 */
export function* batchesOf<Value>(values: readonly Value[], keyOf: (value: Value) => string): Generator<Value[]> {
  const byKey = [...new Map(values.map((value) => [keyOf(value), value]))];
  for (let start = 0; start < byKey.length; start += batchSize) {
    const batch = byKey.slice(start, start + batchSize);
    yield batch.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value);
  }
}
