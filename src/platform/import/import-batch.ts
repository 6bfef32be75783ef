import type { Transaction } from 'kysely';
import { inTransaction } from '../database/in-transaction.ts';
import type { Db } from '../database/open-database.ts';
import { shortened } from '../../tools/rules/input-issues.ts';
import type { Tables } from '../database/tables/tables.ts';
import type { EventCause } from '../services/conversation/events/event-payloads.ts';
import { analyseAhead } from './analyse-activities.ts';
import type { LineFault, SourceRecord } from './files/source-record.ts';
import { mapIds } from './ids.ts';
import { importKinds, type ImportKind, isImportKind } from './kinds/import-kinds.ts';

const maxShownKind = 100;

export interface StoredCount {
  stored: number;
  added: number;
}

/** Runs in the transaction that stores the records. Returns the number of events. */
export type EmitEvents = (trx: Transaction<Tables>, causes: readonly EventCause[]) => Promise<number>;

interface BatchResult {
  counts: Map<ImportKind, StoredCount>;
  events: number;
  /** In the order of the lines, which can have several. */
  faults: LineFault[];
}

/** One transaction. Records can refer to stored and earlier records. Without `emit`, new records cause no events. */
export async function importBatch(
  db: Db,
  batch: readonly (SourceRecord | LineFault)[],
  emit?: EmitEvents,
): Promise<BatchResult> {
  const sourceRecords = batch.filter((source) => 'fields' in source);
  if (!db.isTransaction) await analyseAhead(db, sourceRecords);
  return inTransaction(db, async (trx) => {
    const faults = batch.filter((source) => 'fault' in source);
    const counts = new Map<ImportKind, StoredCount>();
    const causes: EventCause[] = [];
    const { records, withSourceIds } = await mapIds(trx, sourceRecords);
    for (const run of runsOf(records)) {
      const kind = run[0]?.kind ?? '';
      if (!isImportKind(kind)) {
        faults.push(...unknownKind(kind, run));
        continue;
      }
      const outcome = await importKinds[kind].store(trx, run);
      if (outcome.stored > 0) addCount(counts, kind, outcome);
      causes.push(...outcome.causes);
      faults.push(...outcome.faults.map((each) => ({ ...each, fault: withSourceIds(`${kind}: ${each.fault}`) })));
    }
    faults.sort((a, b) => a.line - b.line);
    return { counts, faults, events: (await emit?.(trx, causes)) ?? 0 };
  });
}

function unknownKind(kind: string, records: readonly SourceRecord[]): LineFault[] {
  const fault = `kind: ${JSON.stringify(shortened(kind, maxShownKind))} is not one of ${Object.keys(importKinds).join(', ')}`;
  return records.map(({ line }) => ({ line, fault }));
}

export function addCount(counts: Map<ImportKind, StoredCount>, kind: ImportKind, { stored, added }: StoredCount): void {
  const before = counts.get(kind);
  counts.set(kind, { stored: (before?.stored ?? 0) + stored, added: (before?.added ?? 0) + added });
}

/** Consecutive records of the same kind. */
function runsOf(records: readonly SourceRecord[]): SourceRecord[][] {
  const runs: SourceRecord[][] = [];
  for (const record of records) {
    const last = runs.at(-1);
    if (last?.[0]?.kind === record.kind) last.push(record);
    else runs.push([record]);
  }
  return runs;
}
