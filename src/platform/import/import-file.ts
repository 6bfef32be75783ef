import type { Transaction } from 'kysely';
import { isConflict } from '../database/in-transaction.ts';
import type { Db } from '../database/open-database.ts';
import type { Tables } from '../database/tables/tables.ts';
import { FileError, type LineFault, type SourceRecord } from './files/source-record.ts';
import type { EventCause } from '../services/conversation/events/event-payloads.ts';
import { addCount, type EmitEvents, importBatch, type StoredCount } from './import-batch.ts';
import type { ImportedId } from './ids/imported-ids.ts';
import type { ImportKind } from './kinds/import-kinds.ts';

export interface FileResult {
  file: string;
  /** Includes bad records. */
  read: number;
  counts: Map<ImportKind, StoredCount>;
  badLines: number;
  /** The number of source ids that were mapped for the first time, and some of them. */
  ids: { count: number; shown: ImportedId[] };
  /** Missing if the import emits no events. */
  events?: number;
  /** Why the file was not imported, or only in part. */
  rejection?: string;
}

interface ImportFileOptions {
  db: Db;
  file: string;
  records: AsyncIterable<SourceRecord | LineFault>;
  /** Whether one bad line rejects the whole file. All bad lines are reported in either case. */
  strict: boolean;
  /** Without it, the import causes no events. */
  emit?: EmitEvents | undefined;
  /** Whether other callers wait for the transactions. */
  isShared?: boolean;
  signal?: AbortSignal | undefined;
  onFault: (fault: LineFault) => void;
  /** Receives the number of records read so far. */
  onBatch: (read: number) => void;
}

const maxShownIds = 10;

const batchRecords = 500;
/** A few seconds of work, including the analysis of transcripts. */
const batchCharacters = 1_000_000;
/** Small, because calls of other callers wait for a batch, and time out within seconds. */
const sharedBatch = { records: 100, characters: 50_000 };

/** Batches keep memory use independent of the file size. */
export async function importFile(options: ImportFileOptions): Promise<FileResult> {
  const { db, file, strict, emit } = options;
  const ids = { count: 0, shown: [] };
  const result: FileResult = { file, read: 0, counts: new Map(), badLines: 0, ids, ...(emit && { events: 0 }) };
  try {
    // `inTransaction` would retry after a conflict, but the records cannot be read again.
    if (strict) await db.transaction().execute((trx) => importWhole(trx, options, result));
    else await importRecords(db, options, result);
  } catch (error) {
    if (!isConflict(error) && !(error instanceof FileError)) throw error;
    const rejection =
      error instanceof FileError
        ? error.message
        : `${strict ? 'nothing' : 'not everything'} was stored: another program changed the same records at the same ` +
          'time; import the file again';
    const nothing = { counts: new Map(), ids: { count: 0, shown: [] }, ...(emit && { events: 0 }) };
    return { ...result, ...(strict && nothing), rejection };
  }
  if (result.read === 0) return { ...result, rejection: 'contains no records' };
  return result;
}

async function importWhole(trx: Transaction<Tables>, options: ImportFileOptions, result: FileResult): Promise<void> {
  const { emit } = options;
  let firstBad: LineFault | undefined;
  const onFault = (fault: LineFault) => {
    firstBad ??= fault;
    options.onFault(fault);
  };
  // Record events last: other transactions that record events of the organization wait from then on.
  const causes: EventCause[] = [];
  const collect: EmitEvents = async (_trx, ofBatch) => {
    causes.push(...ofBatch);
    return 0;
  };
  await importRecords(trx, { ...options, onFault, emit: emit && collect }, result);
  if (!firstBad) {
    for (let start = 0; start < causes.length; start += batchRecords) {
      addEvents(result, (await emit?.(trx, causes.slice(start, start + batchRecords))) ?? 0);
    }
    return;
  }
  const what = result.badLines === 1 ? `line ${firstBad.line} is bad` : `${result.badLines} lines are bad`;
  throw new FileError(`nothing was stored: ${what}`);
}

async function importRecords(db: Db, options: ImportFileOptions, result: FileResult): Promise<void> {
  const max = options.isShared ? sharedBatch : { records: batchRecords, characters: batchCharacters };
  let batch: (SourceRecord | LineFault)[] = [];
  let characters = 0;
  const flush = async () => {
    options.signal?.throwIfAborted();
    const { counts, faults, events, ids } = await importBatch(db, batch, options.emit);
    addEvents(result, events);
    result.ids.count += ids.length;
    result.ids.shown.push(...ids.slice(0, maxShownIds - result.ids.shown.length));
    for (const fault of faults) options.onFault(fault);
    result.badLines += new Set(faults.map(({ line }) => line)).size;
    for (const [kind, count] of counts) addCount(result.counts, kind, count);
    batch = [];
    characters = 0;
    options.onBatch(result.read);
  };
  for await (const source of options.records) {
    batch.push(source);
    result.read += 1;
    characters += 'size' in source ? source.size : 0;
    if (batch.length >= max.records || characters >= max.characters) await flush();
  }
  if (batch.length > 0) await flush();
}

function addEvents(result: FileResult, events: number): void {
  if (result.events !== undefined) result.events += events;
}
