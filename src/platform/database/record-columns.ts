import type { z } from 'zod';
import type { Columns, Fields, ImportedRecord } from '../../tools/record-fields.ts';

/** Converts a record to columns: a missing value becomes null, a time becomes a `Date`. */
// Overloads, because TypeScript cannot infer the types of computed keys.
export function toColumns<Shape extends Fields>(fields: Shape, record: ImportedRecord<Shape>): Columns<Shape>;
export function toColumns(fields: Fields, record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { toColumn }]) => {
      const value = record[name] ?? null;
      return [name, value !== null && toColumn ? toColumn(value) : value];
    }),
  );
}

export function columnsOf<Shape extends Fields>(fields: Shape): readonly (keyof Shape & string)[];
export function columnsOf(fields: Fields): readonly string[] {
  return Object.keys(fields);
}

/** Converts a row to a payload, without columns that are not fields. */
export function rowToPayload<Shape extends Fields>(
  fields: Shape,
  row: Columns<Shape>,
): { -readonly [Name in keyof Shape]: z.input<Shape[Name]['payload']> };
export function rowToPayload(fields: Fields, row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(fields).map((name) => {
      const value = row[name];
      return [name, value instanceof Date ? value.toISOString() : value];
    }),
  );
}
