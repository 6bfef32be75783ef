import type { Db } from '../database/open-database.ts';
import { shortened } from '../../tools/rules/input-issues.ts';
import type { LineFault, SourceRecord } from './files/source-record.ts';
import { mapIds } from './ids.ts';
import type { EmitEvents } from './kinds/define-kind.ts';
import { importKinds, type ImportKind, isImportKind } from './kinds/import-kinds.ts';

const maxShownKind = 100;

interface BatchResult {
  /** A kind can occur several times. */
  counts: { kind: ImportKind; stored: number; added: number }[];
  events: number;
  /** Duration of the longest transaction. */
  transactionMs: number;
  /** Faults, sorted by line; a line can have several. */
  faults: LineFault[];
}

/**
 * Stores records. Consecutive records of a kind share a transaction. Records can refer to stored and earlier records.
 * Without `emit`, new records cause no events.
 */
export async function importBatch(
  db: Db,
  batch: readonly (SourceRecord | LineFault)[],
  emit?: EmitEvents,
): Promise<BatchResult> {
  const faulty = batch.filter((source) => 'fault' in source);
  const result: BatchResult = { counts: [], events: 0, transactionMs: 0, faults: faulty };
  const { records, withSourceIds } = await mapIds(
    db,
    batch.filter((source) => 'fields' in source),
  );
  for (const run of runsOf(records)) {
    const kind = run[0]?.kind ?? '';
    if (isImportKind(kind)) {
      const { stored, added, events, transactionMs, faults } = await importKinds[kind].store(db, run, emit);
      if (stored > 0) result.counts.push({ kind, stored, added });
      result.events += events;
      result.transactionMs = Math.max(result.transactionMs, transactionMs);
      result.faults.push(...faults.map(({ line, fault }) => ({ line, fault: withSourceIds(`${kind}: ${fault}`) })));
    } else {
      const shown = JSON.stringify(shortened(kind, maxShownKind));
      const fault = `kind: ${shown} is not one of ${Object.keys(importKinds).join(', ')}`;
      result.faults.push(...run.map(({ line }) => ({ line, fault })));
    }
  }
  result.faults.sort((a, b) => a.line - b.line);
  return result;
}

/** Groups consecutive records of the same kind. */
export function runsOf(records: readonly SourceRecord[]): SourceRecord[][] {
  const runs: SourceRecord[][] = [];
  for (const record of records) {
    const last = runs.at(-1);
    if (last?.[0]?.kind === record.kind) last.push(record);
    else runs.push([record]);
  }
  return runs;
}
