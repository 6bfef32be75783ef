import { sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import { inTransaction } from '../../database/in-transaction.ts';
import type { Db } from '../../database/open-database.ts';
import { foreignKeyViolation, sqlState, uniqueViolation, violatedConstraint } from '../../database/sql-state.ts';
import type { Tables } from '../../database/tables/tables.ts';
import type { EventCause } from '../../services/conversation/events/event-payloads.ts';
import { boundedIssues, compiledSchema, type InputIssue, inputIssues } from '../../../tools/rules/input-issues.ts';
import type { LineFault, SourceRecord } from '../files/source-record.ts';
import { missingReferences } from './references.ts';

type Key = Record<string, unknown>;

interface KindDefinition<Schema extends z.ZodType<object>> {
  /** Wire format of the tools, but parsed strictly: an import must not lose a field silently. */
  schema: Schema;
  /** Singular and plural, for reports. */
  nouns: readonly [string, string];
  table: keyof Tables;
  /** Columns of `table` that identify the record; by default, its id. */
  keyOf?(value: z.output<Schema>, db: Db): Key | Promise<Key>;
  /** Completes the values, which can take seconds, before the transaction that stores them. */
  prepare?(db: Db, values: z.output<Schema>[]): Promise<z.output<Schema>[]>;
  /** Finds faults that the schema and the check of references cannot find. */
  faultsOf?(db: Db, values: readonly z.output<Schema>[]): Promise<Map<object, string>>;
  store(db: Db, values: readonly z.output<Schema>[]): Promise<void>;
  /** Returns the cause of the event that a new record emits. */
  causeOf?(value: z.output<Schema>): EventCause | undefined;
}

/** Emits events in the transaction that stores the records. Returns the number of events. */
export type EmitEvents = (trx: Transaction<Tables>, causes: readonly EventCause[]) => Promise<number>;

interface ImportOutcome {
  stored: number;
  added: number;
  events: number;
  /** How long other callers may have waited for the transaction. */
  transactionMs: number;
  /** A line can have several faults. */
  faults: LineFault[];
}

export function defineKind<Schema extends z.ZodType<object>>(kind: KindDefinition<Schema>) {
  type Value = z.output<Schema>;
  type Line = { line: number; value: Value };
  type Stored = Omit<ImportOutcome, 'events' | 'transactionMs'> & {
    /** The causes of events, in the order of the records. */
    causes: EventCause[];
  };
  const { schema, nouns, table, keyOf = idOf } = kind;

  return {
    schema,
    nouns,
    /** Stores new records whose references are known to be valid, without the checks of an import. @throws ZodError */
    async storeValid(db: Db, records: readonly SourceRecord[]): Promise<void> {
      const values = records.map(({ fields }) => compiledSchema(schema).parse(fields));
      await kind.store(db, (await kind.prepare?.(db, values)) ?? values);
    },
    async store(db: Db, records: readonly SourceRecord[], emit?: EmitEvents): Promise<ImportOutcome> {
      const invalid: LineFault[] = [];
      const parsed = records.flatMap(({ line, fields }): Line[] => {
        const checked = inputIssues(compiledSchema(schema), fields);
        if ('data' in checked) return [{ line, value: checked.data }];
        invalid.push(...boundedIssues(checked.issues).map((issue) => ({ line, fault: textOf(issue) })));
        return [];
      });
      const values = parsed.map(({ value }) => value);
      const prepared = (await kind.prepare?.(db, values)) ?? values;
      // `prepare` returns as many values, in the same order.
      const lines = parsed.map(({ line, value }, index) => ({ line, value: prepared[index] ?? value }));
      const startedAt = performance.now();
      const stored = await inTransaction(db, async (trx) => {
        const outcome: Stored = { stored: 0, added: 0, causes: [], faults: [...invalid] };
        const valid = await validLines(trx, lines, outcome);
        if (valid.length > 0) await storeLines(trx, valid, outcome);
        return { ...outcome, events: (await emit?.(trx, outcome.causes)) ?? 0 };
      });
      return { ...stored, transactionMs: performance.now() - startedAt };
    },
  };

  /** Returns the lines without faults, and adds the faults of all other lines to the outcome. */
  async function validLines(db: Db, lines: readonly Line[], { faults }: Stored): Promise<Line[]> {
    const values = lines.map(({ value }) => value);
    const missing = await missingReferences(db, values);
    const furtherFaults = await kind.faultsOf?.(
      db,
      values.filter((value) => !missing.has(value)),
    );
    return lines.filter(({ line, value }) => {
      const fault = missing.get(value) ?? furtherFaults?.get(value);
      if (fault !== undefined) faults.push({ line, fault });
      return fault === undefined;
    });
  }

  /** Stores all lines at once, or one by one if the database rejects any. The transaction continues. */
  async function storeLines(db: Db, lines: readonly Line[], outcome: Stored): Promise<void> {
    await sql`savepoint import_work`.execute(db);
    try {
      const added = await storeValues(
        db,
        lines.map(({ value }) => value),
      );
      await sql`release savepoint import_work`.execute(db);
      outcome.stored += lines.length;
      outcome.added += added.length;
      outcome.causes.push(...added.flatMap((value) => kind.causeOf?.(value) ?? []));
    } catch (error) {
      const fault = faultOf(error);
      if (fault === undefined) throw error;
      await sql`rollback to savepoint import_work`.execute(db);
      if (lines.length > 1) for (const line of lines) await storeLines(db, [line], outcome);
      else outcome.faults.push(...lines.map(({ line }) => ({ line, fault })));
    }
  }

  /** Returns the values that were not stored before. Of several values with the same key, the last one counts. */
  async function storeValues(db: Db, values: readonly Value[]): Promise<Value[]> {
    const byKey = new Map<string, Value>();
    for (const value of values) byKey.set(JSON.stringify(await keyOf(value, db)), value);
    for (const key of await storedKeys(db, table, [...byKey.keys()])) byKey.delete(key);
    await kind.store(db, values);
    return [...byKey.values()];
  }
}

const idOf = ({ id }: { id?: unknown }): Key | Promise<Key> => ({ id });

/** Returns the keys, in JSON, of existing rows. */
async function storedKeys(db: Db, table: keyof Tables, keys: string[]): Promise<string[]> {
  const columns = Object.keys(JSON.parse(keys[0] ?? '{}')).map((column) => sql.id(column));
  // Join the keys as a table: with `in (…)`, PostgreSQL would compare every key with every row.
  const { rows } = await sql<{ position: number }>`
    select ordinality::integer as position
    from jsonb_populate_recordset(null::${sql.table(table)}, ${`[${keys.join()}]`}::jsonb) with ordinality
    join ${sql.table(table)} as stored using (${sql.join(columns)})`.execute(db);
  return rows.flatMap(({ position }) => keys[position - 1] ?? []);
}

const textOf = ({ path, message }: InputIssue) => (path.length > 0 ? `${path.join('.')}: ${message}` : message);

/** Describes an error of the PostgreSQL classes 22 and 23; returns undefined for any other error. */
function faultOf(error: unknown): string | undefined {
  const code = sqlState(error);
  if (code === uniqueViolation) {
    return violatedConstraint(error) === 'convo_activities_external_id'
      ? 'external_id: already belongs to another activity of this host'
      : 'id: already belongs to another record';
  }
  // `missingReferences` has found the referenced record, which must therefore belong to another organization.
  if (code === foreignKeyViolation) return 'organization_id: differs from the organization of a referenced record';
  return error instanceof Error && /^2[23]/.test(code ?? '') ? error.message : undefined;
}
