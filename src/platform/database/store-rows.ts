import { type InsertObject, type RawBuilder, sql } from 'kysely';
import type { Db } from './open-database.ts';
import type { Tables } from './tables/tables.ts';

type Table = keyof Tables;

interface RowsToStore<Name extends Table, Row> {
  /** The type rejects columns that the table lacks. */
  rows: readonly (Row & InsertObject<Tables, Name> & Record<Exclude<keyof Row, keyof Tables[Name]>, never>)[];
  /** Columns of a unique constraint. Of several rows with the same key, only the last is stored. */
  key: readonly (keyof Row & string)[];
}

interface RowsToUpsert<Name extends Table, Row> extends RowsToStore<Name, Row> {
  /** Columns whose stored values stay unchanged. */
  keep?: readonly (keyof Row & string)[];
  /** SQL that combines the stored value of a column with its new value (`excluded`). */
  merge?: { [Column in keyof Row]?: RawBuilder<unknown> };
}

/** Inserts rows. If a key is already stored, updates the stored row. */
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

/** Inserts rows, except those that would violate a unique constraint. */
export const insertMissingRows = <Name extends Table, Row extends object>(
  db: Db,
  table: Name,
  { rows, key }: RowsToStore<Name, Row>,
): Promise<void> => insertBatches(db, table, { rows, key, conflict: sql`on conflict do nothing` });

/** Inserts rows. Fails if a key is already stored. */
export const insertRows = <Name extends Table, Row extends object>(
  db: Db,
  table: Name,
  { rows, key }: RowsToStore<Name, Row>,
): Promise<void> => insertBatches(db, table, { rows, key, conflict: sql`` });

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
 * Splits values into batches, far below the limit of 65,535 parameters, each sorted by key to prevent deadlocks. Of
 * several values with the same key, only the last is returned.
 */
export function* batchesOf<Value>(values: readonly Value[], keyOf: (value: Value) => string): Generator<Value[]> {
  const byKey = [...new Map(values.map((value) => [keyOf(value), value]))];
  for (let start = 0; start < byKey.length; start += batchSize) {
    const batch = byKey.slice(start, start + batchSize);
    yield batch.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value);
  }
}
