import { isConflict } from '../database/in-transaction.ts';
import type { Db } from '../database/open-database.ts';
import { FileError, type LineFault, type SourceRecord } from './files/source-record.ts';
import { importBatch } from './import-batch.ts';
import type { EmitEvents } from './kinds/define-kind.ts';
import type { ImportKind } from './kinds/import-kinds.ts';

export interface FileResult {
  file: string;
  /** Number of records, including bad ones. */
  read: number;
  counts: Map<ImportKind, { stored: number; added: number }>;
  badLines: number;
  /** Lines whose records were stored without a bad value. */
  partialLines: number;
  /** Number of events; missing if the import emits none. */
  events?: number;
  /** Why the file was not imported, or only in part. */
  rejection?: string;
}

interface ImportFileOptions {
  db: Db;
  file: string;
  records: AsyncIterable<SourceRecord | LineFault>;
  /** Emits the events of new records; if omitted, the import causes no events. */
  emit?: EmitEvents | undefined;
  /** Whether other callers of the database wait for the transactions. */
  isShared: boolean;
  signal?: AbortSignal | undefined;
  onFault: (fault: LineFault) => void;
  /** Receives the number of records read so far. */
  onBatch: (read: number) => void;
}

interface BatchSize {
  records: number;
  characters: number;
}

/** A batch that no other caller waits for: a few seconds of work, including the analysis of transcripts. */
const ownBatch: BatchSize = { records: 500, characters: 1_000_000 };
const smallestBatch: BatchSize = { records: 10, characters: 5_000 };
/** Target duration of a transaction for which other callers wait; their calls time out within seconds. */
const sharedTransactionMs = 100;

/** Returns the size with which the next transaction takes about `sharedTransactionMs`. Sizes change by half at most. */
export function nextSharedBatch({ records, characters }: BatchSize, transactionMs: number): BatchSize {
  const factor = Math.min(Math.max(sharedTransactionMs / transactionMs, 0.5), 1.5);
  const scaled = (size: number, from: number, to: number) => Math.min(Math.max(Math.round(size * factor), from), to);
  return {
    records: scaled(records, smallestBatch.records, ownBatch.records),
    characters: scaled(characters, smallestBatch.characters, ownBatch.characters),
  };
}

/** Stores the records in batches, so that memory use does not depend on the file size. */
export async function importFile(options: ImportFileOptions): Promise<FileResult> {
  const { db, file, records, emit, isShared, signal, onFault, onBatch } = options;
  const result: FileResult = {
    file,
    read: 0,
    counts: new Map(),
    badLines: 0,
    partialLines: 0,
    ...(emit && { events: 0 }),
  };
  let size = isShared ? smallestBatch : ownBatch;
  try {
    for await (const batch of batchesOf(records, () => size)) {
      signal?.throwIfAborted();
      const { counts, faults, events, transactionMs } = await importBatch(db, batch, emit);
      if (isShared) size = nextSharedBatch(size, transactionMs);
      // Do not count the fault of a stored record, because the batch contains the record too.
      result.read += batch.filter((source) => !('isStored' in source)).length;
      if (result.events !== undefined) result.events += events;
      for (const fault of faults) onFault(fault);
      const badLines = new Set(faults.filter(({ isStored }) => !isStored).map(({ line }) => line));
      result.badLines += badLines.size;
      result.partialLines += new Set(faults.map(({ line }) => line)).size - badLines.size;
      for (const { kind, stored, added } of counts) {
        const before = result.counts.get(kind) ?? { stored: 0, added: 0 };
        result.counts.set(kind, { stored: before.stored + stored, added: before.added + added });
      }
      onBatch(result.read);
    }
  } catch (error) {
    if (error instanceof FileError) return { ...result, rejection: error.message };
    if (!isConflict(error)) throw error;
    const rejection =
      'not everything was stored: another program changed the same records at the same time; import the file again';
    return { ...result, rejection };
  }
  return result.read === 0 ? { ...result, rejection: 'contains no records' } : result;
}

async function* batchesOf(
  records: AsyncIterable<SourceRecord | LineFault>,
  maxSize: () => BatchSize,
): AsyncGenerator<(SourceRecord | LineFault)[]> {
  let batch: (SourceRecord | LineFault)[] = [];
  let characters = 0;
  for await (const source of records) {
    const max = maxSize();
    // The faults of a stored record follow it, and are counted together with it.
    if ((batch.length >= max.records || characters >= max.characters) && !('isStored' in source)) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(source);
    characters += 'size' in source ? source.size : 0;
  }
  if (batch.length > 0) yield batch;
}
