import type { Transaction } from 'kysely';
import { isConflict } from '../database/in-transaction.ts';
import type { Db } from '../database/open-database.ts';
import type { Tables } from '../database/tables/tables.ts';
import { FileError, type LineFault, type SourceRecord } from './files/source-record.ts';
import type { EventCause } from '../services/conversation/events/event-payloads.ts';
import { addCount, badLinesOf, checkBatch, type EmitEvents, importBatch, type StoredCount } from './import-batch.ts';
import type { ImportedId } from './ids/imported-ids.ts';
import { EarlierRecords } from './kinds/earlier-records.ts';
import type { ImportKind } from './kinds/import-kinds.ts';

export interface FileResult {
  file: string;
  /** Includes bad records. */
  read: number;
  counts: Map<ImportKind, StoredCount>;
  badLines: number;
  /** Lines whose records were stored without a bad value. */
  partialLines: number;
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
  records: AsyncIterable<SourceRecord | LineFault> | Iterable<SourceRecord | LineFault>;
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

/** Checked records are in memory until all of them can be stored. */
const maxCheckedCharacters = 64_000_000;

/** Batches keep memory use independent of the file size. */
export async function importFile(options: ImportFileOptions): Promise<FileResult> {
  const { db, file, strict, isShared, emit } = options;
  const isWhole = strict && !isShared;
  const ids = { count: 0, shown: [] };
  const result: FileResult = {
    file,
    read: 0,
    counts: new Map(),
    badLines: 0,
    partialLines: 0,
    ids,
    ...(emit && { events: 0 }),
  };
  try {
    // `inTransaction` would retry after a conflict, but the records cannot be read again.
    if (isWhole) await db.transaction().execute((trx) => importWhole(trx, options, result));
    else if (strict) await importChecked(options, result);
    else await importRecords(db, options, result);
  } catch (error) {
    if (!isConflict(error) && !(error instanceof FileError)) throw error;
    const rejection =
      error instanceof FileError
        ? error.message
        : `${isWhole ? 'nothing' : 'not everything'} was stored: another program changed the same records at the same ` +
          'time; import the file again';
    const nothing = { counts: new Map(), ids: { count: 0, shown: [] }, ...(emit && { events: 0 }) };
    return { ...result, ...(isWhole && nothing), rejection };
  }
  if (result.read === 0) return { ...result, rejection: 'contains no records' };
  return result;
}

/**
 * Checks all records before it stores the first one, because one transaction would keep other callers waiting. A fault
 * that only storing can find, such as one of a record that another program has changed since, ends the import.
 */
async function importChecked(options: ImportFileOptions, result: FileResult): Promise<void> {
  const { db, signal, onFault } = options;
  const checked: SourceRecord[] = [];
  const earlier = new EarlierRecords();
  const badLines = new Set<number>();
  let [read, characters] = [0, 0];
  for await (const batch of batchesOf(options)) {
    signal?.throwIfAborted();
    for (const fault of await checkBatch(db, batch, earlier)) {
      badLines.add(fault.line);
      onFault(fault);
    }
    read += recordsIn(batch);
    const records = batch.filter((source) => 'fields' in source);
    checked.push(...records);
    characters += records.reduce((sum, { size }) => sum + size, 0);
    if (characters > maxCheckedCharacters) {
      throw new FileError('nothing was stored: is too large for --strict on a running server; stop the server first');
    }
  }
  if (badLines.size > 0) {
    Object.assign(result, { read, badLines: badLines.size });
    throw new FileError(`nothing was stored: ${badText(badLines)}`);
  }
  await importRecords(db, { ...options, records: checked, endsAtFault: true }, result);
}

async function importWhole(trx: Transaction<Tables>, options: ImportFileOptions, result: FileResult): Promise<void> {
  const { emit } = options;
  const badLines = new Set<number>();
  const onFault = (fault: LineFault) => {
    badLines.add(fault.line);
    options.onFault(fault);
  };
  // Record events last: other transactions that record events of the organization wait from then on.
  const causes: EventCause[] = [];
  const collect: EmitEvents = async (_trx, ofBatch) => {
    causes.push(...ofBatch);
    return 0;
  };
  await importRecords(trx, { ...options, onFault, emit: emit && collect }, result);
  if (badLines.size > 0) throw new FileError(`nothing was stored: ${badText(badLines)}`);
  for (let start = 0; start < causes.length; start += batchRecords) {
    addEvents(result, (await emit?.(trx, causes.slice(start, start + batchRecords))) ?? 0);
  }
}

/** Does not count the faults of records that are stored. */
const recordsIn = (batch: readonly (SourceRecord | LineFault)[]) =>
  batch.filter((source) => !('isStored' in source)).length;

interface RecordOptions extends ImportFileOptions {
  endsAtFault?: boolean;
}

async function importRecords(db: Db, options: RecordOptions, result: FileResult): Promise<void> {
  for await (const batch of batchesOf(options)) {
    options.signal?.throwIfAborted();
    const { counts, faults, events, ids } = await importBatch(db, batch, options.emit);
    result.read += recordsIn(batch);
    addEvents(result, events);
    result.ids.count += ids.length;
    result.ids.shown.push(...ids.slice(0, maxShownIds - result.ids.shown.length));
    for (const fault of faults) options.onFault(fault);
    const badLines = badLinesOf(faults);
    result.badLines += badLines.size;
    result.partialLines += new Set(faults.map(({ line }) => line)).size - badLines.size;
    for (const [kind, count] of counts) addCount(result.counts, kind, count);
    if (options.endsAtFault && badLines.size > 0)
      throw new FileError(`not everything was stored: ${badText(badLines)}`);
    options.onBatch(result.read);
  }
}

async function* batchesOf({
  records,
  strict,
  isShared,
}: ImportFileOptions): AsyncGenerator<(SourceRecord | LineFault)[]> {
  const max = isShared ? sharedBatch : { records: batchRecords, characters: batchCharacters };
  let batch: (SourceRecord | LineFault)[] = [];
  let characters = 0;
  for await (const source of records) {
    batch.push(strict && 'fields' in source ? { ...source, isPartial: false } : source);
    characters += 'size' in source ? source.size : 0;
    if (batch.length < max.records && characters < max.characters) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

/** @param lines in ascending order */
function badText(lines: ReadonlySet<number>): string {
  const [first] = lines;
  return lines.size === 1 ? `line ${first} is bad` : `${lines.size} lines are bad`;
}

function addEvents(result: FileResult, events: number): void {
  if (result.events !== undefined) result.events += events;
}
