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

/** Runs in the transaction that stores the records. Returns the number of events. */
export type EmitEvents = (trx: Transaction<Tables>, causes: readonly EventCause[]) => Promise<number>;

interface BatchResult {
  /** A kind can occur several times. */
  counts: { kind: ImportKind; stored: number; added: number }[];
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
    const counts: BatchResult['counts'] = [];
    const causes: EventCause[] = [];
    const { records, withSourceIds } = await mapIds(trx, sourceRecords);
    for (const run of runsOf(records)) {
      const kind = run[0]?.kind ?? '';
      if (isImportKind(kind)) {
        const outcome = await importKinds[kind].store(trx, run);
        if (outcome.stored > 0) counts.push({ kind, ...outcome });
        causes.push(...outcome.causes);
        faults.push(...outcome.faults.map(({ line, fault }) => ({ line, fault: withSourceIds(`${kind}: ${fault}`) })));
      } else {
        const shown = JSON.stringify(shortened(kind, maxShownKind));
        const fault = `kind: ${shown} is not one of ${Object.keys(importKinds).join(', ')}`;
        faults.push(...run.map(({ line }) => ({ line, fault })));
      }
    }
    faults.sort((a, b) => a.line - b.line);
    return { counts, faults, events: (await emit?.(trx, causes)) ?? 0 };
  });
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
