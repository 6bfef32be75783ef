import { sql, type Transaction } from 'kysely';
import { inTransaction } from '../database/in-transaction.ts';
import type { Db } from '../database/open-database.ts';
import { foreignKeyViolation, sqlState, uniqueViolation, violatedConstraint } from '../database/sql-state.ts';
import type { Tables } from '../database/tables/tables.ts';
import type { EventCause } from '../services/conversation/events/event-payloads.ts';
import type { LineFault, SourceRecord } from './files/source-record.ts';
import type { CheckedRecord } from './kinds/define-kind.ts';
import { importKinds, type ImportKind, isImportKind } from './kinds/import-kinds.ts';
import { brokenReferences, brokenText } from './kinds/import-references.ts';

export interface StoredCount {
  stored: number;
  added: number;
}

/** Runs in the transaction that stores the records. Returns the number of events. */
export type EmitEvents = (trx: Transaction<Tables>, causes: readonly EventCause[]) => Promise<number>;

export interface BatchResult {
  counts: Map<ImportKind, StoredCount>;
  events: number;
  faults: LineFault[];
}

interface Line {
  line: number;
  record: CheckedRecord;
}

/** One transaction. Records can refer to stored and earlier records. Without `emit`, new records cause no events. */
export async function importBatch(
  db: Db,
  batch: readonly (SourceRecord | LineFault)[],
  emit?: EmitEvents,
): Promise<BatchResult> {
  const records = batch.filter((source) => 'fields' in source);
  return inTransaction(db, async (trx) => {
    const faults = batch.filter((source) => 'fault' in source);
    const result: BatchResult = { counts: new Map(), events: 0, faults };
    const causes: EventCause[] = [];
    for (const run of runsOf(records)) {
      const { kind } = run;
      if (!isImportKind(kind)) {
        const kinds = Object.keys(importKinds).join(', ');
        const fault = `kind: ${JSON.stringify(kind)} is not one of ${kinds}`;
        result.faults.push(...run.records.map(({ line }) => ({ line, fault })));
        continue;
      }
      const lines = await validLines(trx, { kind, run: run.records, faults: result.faults });
      if (lines.length === 0) continue;
      const count = await store(trx, { kind, lines, faults: result.faults, causes });
      if (count.stored > 0) addCount(result.counts, kind, count);
    }
    result.faults.sort((a, b) => a.line - b.line);
    if (emit) result.events = await emit(trx, causes);
    return result;
  });
}

export function addCount(counts: Map<ImportKind, StoredCount>, kind: ImportKind, { stored, added }: StoredCount): void {
  const before = counts.get(kind);
  counts.set(kind, { stored: (before?.stored ?? 0) + stored, added: (before?.added ?? 0) + added });
}

function runsOf(records: readonly SourceRecord[]): { kind: string; records: SourceRecord[] }[] {
  const runs: { kind: string; records: SourceRecord[] }[] = [];
  for (const record of records) {
    const last = runs.at(-1);
    if (last?.kind === record.kind) last.records.push(record);
    else runs.push({ kind: record.kind, records: [record] });
  }
  return runs;
}

async function validLines(
  db: Db,
  { kind, run, faults }: { kind: ImportKind; run: SourceRecord[]; faults: LineFault[] },
): Promise<Line[]> {
  const lines: Line[] = [];
  for (const { line, fields } of run) {
    const checked = importKinds[kind].check(fields);
    if ('fault' in checked) faults.push({ line, fault: `${kind}: ${checked.fault}` });
    else lines.push({ line, record: checked.record });
  }
  const broken = await brokenReferences(
    db,
    lines.flatMap(({ record }) => record.references),
  );
  const whole = lines.filter(({ line, record }) => {
    const missing = record.references.filter((reference) => broken.has(reference));
    if (missing.length > 0) faults.push({ line, fault: `${kind}: ${missing.map(brokenText).join('; ')}` });
    return missing.length === 0;
  });
  const others = await importKinds[kind].faultsOf(
    db,
    whole.map(({ record }) => record),
  );
  return whole.filter(({ line, record }) => {
    const fault = others.get(record);
    if (fault !== undefined) faults.push({ line, fault: `${kind}: ${fault}` });
    return fault === undefined;
  });
}

/** All at once, or one by one if the database rejects any line. Adds to `faults` and `causes`. */
async function store(
  db: Db,
  { kind, lines, faults, causes }: { kind: ImportKind; lines: Line[]; faults: LineFault[]; causes: EventCause[] },
): Promise<StoredCount> {
  const records = lines.map(({ record }) => record);
  const tried = await tryWork(db, () => importKinds[kind].store(db, records));
  if ('result' in tried) {
    causes.push(...tried.result.causes);
    return { stored: lines.length, added: tried.result.added };
  }
  if (lines.length === 1) {
    faults.push({ line: lines[0]?.line ?? 0, fault: `${kind}: ${tried.fault}` });
    return { stored: 0, added: 0 };
  }
  const sum = { stored: 0, added: 0 };
  for (const line of lines) {
    const one = await store(db, { kind, lines: [line], faults, causes });
    sum.stored += one.stored;
    sum.added += one.added;
  }
  return sum;
}

/** Rejected data rolls back only the changes of `work`; the transaction continues. */
async function tryWork<Result>(db: Db, work: () => Promise<Result>): Promise<{ result: Result } | { fault: string }> {
  await sql`savepoint import_work`.execute(db);
  try {
    const result = await work();
    await sql`release savepoint import_work`.execute(db);
    return { result };
  } catch (error) {
    const fault = faultOf(error);
    if (fault === undefined) throw error;
    await sql`rollback to savepoint import_work`.execute(db);
    return { fault };
  }
}

/** PostgreSQL error classes 22 and 23. */
function faultOf(error: unknown): string | undefined {
  const code = sqlState(error);
  if (code === uniqueViolation) {
    return violatedConstraint(error) === 'convo_activities_external_id'
      ? 'external_id: already belongs to another activity of this host'
      : 'id: already belongs to another record';
  }
  // The referenced record exists, so it must belong to another organization.
  if (code === foreignKeyViolation) return 'organization_id: differs from the organization of a referenced record';
  return error instanceof Error && /^2[23]/.test(code ?? '') ? error.message : undefined;
}
