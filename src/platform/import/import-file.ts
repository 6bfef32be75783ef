import { isConflict } from '../database/in-transaction.ts';
import type { Db } from '../database/open-database.ts';
import { FileError, type LineFault, type SourceRecord } from './files/file-fault.ts';
import { importBatch, type StoredCount } from './import-batch.ts';
import type { ImportKind } from './kinds/import-schemas.ts';

export interface FileResult {
  file: string;
  /** Records that were read, bad ones included. */
  read: number;
  /** What is in the database now; empty when nothing was kept. */
  counts: Map<ImportKind, StoredCount>;
  badLines: number;
  /** Why nothing of the file was kept. */
  refusal?: string;
}

export interface ImportFileOptions {
  db: Db;
  file: string;
  /** Throws FileError when the file cannot be imported at all. */
  records: AsyncIterable<SourceRecord | LineFault>;
  /** Keeps nothing of the file when one of its lines is bad; all of them are told. */
  strict: boolean;
  onFault: (fault: LineFault) => void;
  /** Is told after every batch how many records were read so far. */
  onBatch: (read: number) => void;
}

const batchRecords = 500;
/** Some seconds at most: progress is told between batches, and transcripts are analysed in them. */
const batchCharacters = 1_000_000;

const conflictRefusal = (strict: boolean) =>
  `${strict ? 'nothing' : 'not everything'} was kept: another program changed the same records at the same time; ` +
  'import the file again';

/** Undoes what was stored of a file that must have no bad line. */
class StrictImportError extends Error {}

/** Imports one file, batch after batch, in memory that does not grow with it. */
export async function importFile(options: ImportFileOptions): Promise<FileResult> {
  const { db, file, strict } = options;
  const result: FileResult = { file, read: 0, counts: new Map(), badLines: 0 };
  try {
    // Not repeated like other transactions: what was read of the file is gone.
    if (strict) await db.transaction().execute((trx) => importWhole(trx, options, result));
    else await importRecords(db, options, result);
  } catch (error) {
    const refusal = isConflict(error) ? conflictRefusal(strict) : refusalOf(error);
    if (refusal === undefined) throw error;
    return { ...result, counts: strict ? new Map() : result.counts, refusal };
  }
  if (result.read === 0) return { ...result, refusal: 'holds no records' };
  return result;
}

const refusalOf = (error: unknown): string | undefined =>
  error instanceof FileError || error instanceof StrictImportError ? error.message : undefined;

async function importWhole(db: Db, options: ImportFileOptions, result: FileResult): Promise<void> {
  let firstBad: LineFault | undefined;
  const onFault = (fault: LineFault) => {
    firstBad ??= fault;
    options.onFault(fault);
  };
  await importRecords(db, { ...options, onFault }, result);
  if (!firstBad) return;
  const what = result.badLines === 1 ? `line ${firstBad.line} is bad` : `${result.badLines} lines are bad`;
  throw new StrictImportError(`nothing was kept, ${what}`);
}

async function importRecords(db: Db, options: ImportFileOptions, result: FileResult): Promise<void> {
  let batch: (SourceRecord | LineFault)[] = [];
  let characters = 0;
  const flush = async () => {
    const { counts, faults } = await importBatch(db, batch);
    for (const fault of faults) options.onFault(fault);
    result.badLines += faults.length;
    addCounts(result.counts, counts);
    batch = [];
    characters = 0;
    options.onBatch(result.read);
  };
  for await (const source of options.records) {
    batch.push(source);
    result.read += 1;
    characters += 'size' in source ? source.size : 0;
    if (batch.length >= batchRecords || characters >= batchCharacters) await flush();
  }
  if (batch.length > 0) await flush();
}

function addCounts(total: Map<ImportKind, StoredCount>, counts: Map<ImportKind, StoredCount>): void {
  for (const [kind, { stored, added }] of counts) {
    const before = total.get(kind) ?? { stored: 0, added: 0 };
    total.set(kind, { stored: before.stored + stored, added: before.added + added });
  }
}
