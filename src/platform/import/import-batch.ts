import type { Transaction } from 'kysely';
import { inTransaction } from '../database/in-transaction.ts';
import type { Db } from '../database/open-database.ts';
import { shortened } from '../../tools/rules/input-issues.ts';
import type { Tables } from '../database/tables/tables.ts';
import type { EventCause } from '../services/conversation/events/event-payloads.ts';
import type { LineFault, SourceRecord } from './files/source-record.ts';
import { type ImportedId, storeImportedIds } from './ids/imported-ids.ts';
import { mapIds } from './ids/map-ids.ts';
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
  /** The source ids that were mapped for the first time. */
  ids: ImportedId[];
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
  return inTransaction(db, async (trx) => {
    const faults = batch.filter((source) => 'fault' in source);
    const counts = new Map<ImportKind, StoredCount>();
    const causes: EventCause[] = [];
    const { records, idsOf, withSourceIds } = await mapIds(trx, sourceRecords);
    for (const run of runsOf(records)) {
      const kind = run[0]?.kind ?? '';
      if (!isImportKind(kind)) {
        const fault = `kind: ${JSON.stringify(shortened(kind, maxShownKind))} is not one of ${Object.keys(importKinds).join(', ')}`;
        faults.push(...run.map(({ line }) => ({ line, fault })));
        continue;
      }
      const outcome = await importKinds[kind].store(trx, run);
      if (outcome.stored > 0) addCount(counts, kind, outcome);
      causes.push(...outcome.causes);
      faults.push(...outcome.faults.map(({ line, fault }) => ({ line, fault: withSourceIds(`${kind}: ${fault}`) })));
    }
    faults.sort((a, b) => a.line - b.line);
    const badLines = new Set(faults.map(({ line }) => line));
    const ids = await storeImportedIds(
      trx,
      idsOf((line) => !badLines.has(line)),
    );
    return { counts, faults, ids, events: (await emit?.(trx, causes)) ?? 0 };
  });
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
