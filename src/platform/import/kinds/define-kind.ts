import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../database/open-database.ts';
import type { Tables } from '../../database/tables/tables.ts';
import type { EventCause } from '../../services/conversation/events/event-payloads.ts';
import { compiledSchema, type InputIssue, inputIssues } from '../../../tools/rules/input-issues.ts';
import { type Reference, referencesOf } from './import-references.ts';

export interface CheckedRecord {
  references: Reference[];
  /** Identifies the record. */
  key: string[];
}

export interface ImportKindRules {
  /** Singular and plural, for reports. */
  nouns: readonly [string, string];
  check(fields: unknown): { record: CheckedRecord } | { fault: string };
  /** Faults beyond schema and references. */
  faultsOf(db: Db, records: readonly CheckedRecord[]): Promise<Map<CheckedRecord, string>>;
  store(db: Db, records: readonly CheckedRecord[]): Promise<AddedRecords>;
}

interface AddedRecords {
  added: number;
  /** In the order of the records. */
  causes: EventCause[];
}

type KeyType = 'text' | 'uuid' | 'timestamptz';

interface KindDefinition<Schema extends z.ZodType<object>> {
  schema: Schema;
  nouns: readonly [string, string];
  table: keyof Tables;
  keyColumns: Readonly<Record<string, KeyType>>;
  keyOf(value: z.output<Schema>): string[];
  /** By default, keys are looked up in `table`. */
  findKnown?(db: Db, keys: string[][]): Promise<string[][]>;
  faultsOf?(db: Db, values: readonly z.output<Schema>[]): Promise<Map<z.output<Schema>, string>>;
  store(db: Db, values: readonly z.output<Schema>[]): Promise<void>;
  causeOf?(value: z.output<Schema>): EventCause | undefined;
}

export function defineKind<Schema extends z.ZodType<object>>(kind: KindDefinition<Schema>): ImportKindRules {
  const values = new WeakMap<CheckedRecord, z.output<Schema>>();
  const valuesOf = (records: readonly CheckedRecord[]) => records.flatMap((record) => values.get(record) ?? []);
  return {
    nouns: kind.nouns,
    check: (fields) => {
      const checked = inputIssues(compiledSchema(kind.schema), fields);
      if ('issues' in checked) return { fault: reasonOf(checked.issues) };
      const record = { references: referencesOf(checked.data), key: kind.keyOf(checked.data) };
      values.set(record, checked.data);
      return { record };
    },
    faultsOf: async (db, records) => {
      const faults = await kind.faultsOf?.(db, valuesOf(records));
      return new Map(
        records.flatMap((record) => {
          const value = values.get(record);
          const fault = value && faults?.get(value);
          return fault === undefined ? [] : [[record, fault] as const];
        }),
      );
    },
    store: async (db, records) => {
      // The last record with the same key wins.
      const byKey = new Map(records.map((record) => [record.key.join(' '), record]));
      const keys = [...byKey.values()].map(({ key }) => key);
      const known = new Set(await (kind.findKnown?.(db, keys) ?? findRows(db, { ...kind, keys })));
      await kind.store(db, valuesOf(records));
      const added = [...byKey.values()].filter(({ key }) => !known.has(key));
      return { added: added.length, causes: valuesOf(added).flatMap((value) => kind.causeOf?.(value) ?? []) };
    },
  };
}

async function findRows(
  db: Db,
  { table, keyColumns, keys }: { table: keyof Tables; keyColumns: Readonly<Record<string, KeyType>>; keys: string[][] },
): Promise<string[][]> {
  // Join the keys as a table: with `in (…)`, PostgreSQL would compare every key with every row.
  const columns = Object.entries(keyColumns);
  const names = columns.map((_, index) => sql.id(`key${index}`));
  const values = columns.map(([, type], index) => sql`${keys.map((key) => key[index] ?? '')}::${sql.raw(type)}[]`);
  const equal = columns.map(([column], index) => sql`stored.${sql.ref(column)} = wanted.${names[index]}`);
  const { rows } = await sql<{ number: number }>`
    select wanted.number::integer
    from unnest(${sql.join(values)}) with ordinality as wanted (${sql.join(names)}, number)
    join ${sql.table(table)} as stored on ${sql.join(equal, sql` and `)}`.execute(db);
  return rows.flatMap(({ number }) => keys.slice(number - 1, number));
}

const maxReportedIssues = 3;

function reasonOf(issues: InputIssue[]): string {
  const reasons = issues
    .slice(0, maxReportedIssues)
    .map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message));
  const omitted = issues.length - maxReportedIssues;
  return [...reasons, ...(omitted > 0 ? [`and ${omitted} more`] : [])].join('; ');
}
