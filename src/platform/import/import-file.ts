import { isConflict } from '../database/in-transaction.ts';
import type { Db } from '../database/open-database.ts';
import { FileError, type LineFault, type SourceRecord } from './files/source-record.ts';
import { importBatch } from './import-batch.ts';
import type { EmitEvents } from './kinds/define-kind.ts';
import type { ImportKind } from './kinds/import-kinds.ts';

export interface FileResult {
  file: string;
  /** Includes bad records. */
  read: number;
  counts: Map<ImportKind, { stored: number; added: number }>;
  badLines: number;
  /** Lines whose records were stored without a bad value. */
  partialLines: number;
  /** Missing if the import emits no events. */
  events?: number;
  /** Why the file was not imported, or only in part. */
  rejection?: string;
}

interface ImportFileOptions {
  db: Db;
  file: string;
  records: AsyncIterable<SourceRecord | LineFault>;
  /** Without it, the import causes no events. */
  emit?: EmitEvents | undefined;
  /** Whether other callers wait for the transactions. */
  isShared: boolean;
  signal?: AbortSignal | undefined;
  onFault: (fault: LineFault) => void;
  /** Receives the number of records read so far. */
  onBatch: (read: number) => void;
}

/** A few seconds of work, including the analysis of transcripts. */
const ownBatch = { records: 500, characters: 1_000_000 };
/** Small, because calls of other callers wait for a batch, and time out within seconds. */
const sharedBatch = { records: 100, characters: 5_000 };

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
  try {
    for await (const batch of batchesOf(records, isShared ? sharedBatch : ownBatch)) {
      signal?.throwIfAborted();
      const { counts, faults, events } = await importBatch(db, batch, emit);
      // Does not count the faults of records that are stored.
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
  max: { records: number; characters: number },
): AsyncGenerator<(SourceRecord | LineFault)[]> {
  let batch: (SourceRecord | LineFault)[] = [];
  let characters = 0;
  for await (const source of records) {
    batch.push(source);
    characters += 'size' in source ? source.size : 0;
    if (batch.length < max.records && characters < max.characters) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}
