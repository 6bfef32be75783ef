import { stat } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { OperatorError } from '../../tools/errors/operator-error.ts';
import type { Db } from '../database/open-database.ts';
import { refreshAnalysis } from '../services/conversation/processing/refresh-analysis.ts';
import { recogniseTeam } from '../services/conversation/processing/recognise-team.ts';
import { readDatabaseClock } from '../database/database-clock.ts';
import { vacuum } from '../database/vacuum.ts';
import { conversationKinds } from './kinds/conversation-kinds.ts';
import { FileError, type LineFault, type SourceRecord } from './files/source-record.ts';
import type { EmitEvents } from './import-batch.ts';
import { type FileResult, importFile } from './import-file.ts';
import { createReporter, type ImportOutput } from './import-report.ts';
import { type CsvKind, type CsvOptions as ReadCsvOptions, csvKinds, isCsvKind, readCsv } from './files/read-csv.ts';
import { readLines } from './files/read-lines.ts';
import { readNdjson } from './files/read-ndjson.ts';
import { findTranscripts, readTranscripts } from './files/read-transcripts.ts';
import { talentKinds } from './kinds/talent-kinds.ts';

const importFormats = ['ndjson', 'csv'] as const;
type ImportFormat = (typeof importFormats)[number];

export interface ImportOptions {
  db: Db;
  files: readonly string[];
  /** Where a file is read from, if its path differs from the name that reports show. */
  pathOf?: (file: string) => string;
  /** Whether other callers use the database at the same time; transactions are then shorter. */
  isShared?: boolean;
  /** Ends the import between two transactions. */
  signal?: AbortSignal;
  /** By default, the extension of each file decides: `.ndjson`, `.jsonl`, `.csv`, `.vtt` or `.srt`. */
  format?: string | undefined;
  /** For CSV files: `company`, `institution`, `city` or `signal`. */
  kind?: string | undefined;
  /** For CSV files, as `field=Column`; by default, columns have the names of the fields. */
  map?: readonly string[];
  /** Without it, the import causes no events. */
  emit?: EmitEvents | undefined;
  output: ImportOutput;
}

export interface ImportResult {
  files: FileResult[];
  failed: boolean;
}

/**
 * A record replaces the stored record with the same id; stored records are never removed. Missing outputs of activities
 * with a transcript are computed; new themes are matched with stored activities.
 * @throws OperatorError for invalid options, before any file is read
 */
export async function importFiles(options: ImportOptions): Promise<ImportResult> {
  const { db, files, pathOf = (file) => file, emit, output, isShared = false, signal } = options;
  const format = formatOf(options.format);
  const csv = csvOptionsOf(options);
  const reporter = createReporter(output);
  const results: FileResult[] = [];
  const sources = [];
  for (const file of files) {
    const path = pathOf(file);
    sources.push({ file, path, found: format ? undefined : await findTranscripts(path) });
  }
  rejectEqualNames(sources.filter(({ found }) => found));
  for (const { file, path, found } of sources) {
    const shown = (paths: readonly string[]) => paths.map((each) => join(file, relative(path, each)));
    const names = found && { transcripts: shown(found.transcripts), others: shown(found.others) };
    reporter.start(file, await sizeOf(found?.transcripts ?? [path]), names);
    const { onBytes, onUnusedColumns, onUnnamedRows } = reporter;
    const records = found
      ? readTranscripts(found.transcripts, { parent: dirname(resolve(path)), onBytes })
      : recordsOf(path, {
          format: format ?? formatByName[extname(file).toLowerCase()],
          csv: { ...csv, onBytes, onUnusedColumns, onUnnamedRows },
        });
    const result = await importFile({ db, file, emit, isShared, signal, records, ...reporter }).catch(
      (error: unknown) => {
        reporter.stop();
        throw error;
      },
    );
    reporter.end(result);
    results.push(result);
  }
  const kinds = results.flatMap(({ counts }) => [...counts.keys()]);
  if (kinds.includes('convo_user'))
    reporter.onRecognised(await recogniseTeam({ db, now: await readDatabaseClock(db) }));
  if (kinds.includes('theme')) reporter.onRefresh(await refreshAnalysis({ db, now: await readDatabaseClock(db) }));
  if (kinds.some((kind) => Object.hasOwn(talentKinds, kind))) await vacuum(db, 'talent');
  if (kinds.some((kind) => Object.hasOwn(conversationKinds, kind))) await vacuum(db, 'convo');
  return { files: results, failed: results.some(({ badLines, rejection }) => badLines > 0 || rejection !== undefined) };
}

interface CsvOptions {
  kind: CsvKind | undefined;
  mapping: Record<string, string>;
}

async function* recordsOf(
  file: string,
  { format, csv }: { format: ImportFormat | undefined; csv: Omit<ReadCsvOptions, 'kind'> & CsvOptions },
): AsyncGenerator<SourceRecord | LineFault> {
  const { kind, ...others } = csv;
  if (format === 'ndjson') return yield* readNdjson(file, others);
  if (format && kind) return yield* readCsv(file, { ...others, kind });
  // Throws a FileError if the file is missing.
  for await (const _ of readLines(file)) break;
  if (!format) {
    throw new FileError('has an unknown format: name it .ndjson, .jsonl, .csv, .vtt or .srt, or pass --format');
  }
  throw new FileError(`is CSV: pass --kind with the kind of its rows (${Object.keys(csvKinds).join(', ')})`);
}

const formatByName: Record<string, ImportFormat> = { '.ndjson': 'ndjson', '.jsonl': 'ndjson', '.csv': 'csv' };

function formatOf(format: string | undefined): ImportFormat | undefined {
  const known = importFormats.find((one) => one === format);
  if (format !== undefined && !known) {
    throw new OperatorError(`--format must be ${importFormats.join(' or ')}; it is ${JSON.stringify(format)}.`);
  }
  return known;
}

function csvOptionsOf({ kind, map = [] }: ImportOptions): CsvOptions {
  if (kind === undefined) {
    if (map.length > 0) throw new OperatorError(`--map requires --kind: ${Object.keys(csvKinds).join(', ')}.`);
    return { kind, mapping: {} };
  }
  if (!isCsvKind(kind)) {
    throw new OperatorError(
      `--kind must be one of ${Object.keys(csvKinds).join(', ')}; it is ${JSON.stringify(kind)}.`,
    );
  }
  const mapping: Record<string, string> = {};
  for (const entry of map) {
    const [field = '', ...column] = entry.split('=');
    const fields: readonly string[] = csvKinds[kind].fields;
    if (column.length === 0 || column.join('') === '') {
      throw new OperatorError(`--map must be field=Column; it is ${JSON.stringify(entry)}.`);
    }
    if (!fields.includes(field)) {
      throw new OperatorError(
        `--map: a ${kind} has the fields ${fields.join(', ')}; ${JSON.stringify(field)} is not one of them.`,
      );
    }
    if (mapping[field] !== undefined) throw new OperatorError(`--map maps ${field} twice.`);
    mapping[field] = column.join('=');
  }
  return { kind, mapping };
}

/** Ids of transcripts begin with the name of the imported file or folder. */
function rejectEqualNames(sources: readonly { file: string; path: string }[]): void {
  const fileByName = new Map<string, string>();
  for (const { file, path } of sources) {
    const name = basename(resolve(path));
    const other = fileByName.get(name);
    if (other !== undefined) {
      throw new OperatorError(
        `${other} and ${file} would get the same ids: import the folder above them, or rename one.`,
      );
    }
    fileByName.set(name, file);
  }
}

/** An unreadable file is reported later, when it is read. */
async function sizeOf(files: readonly string[]): Promise<number> {
  let total = 0;
  for (const file of files) {
    total += await stat(file).then(
      ({ size }) => size,
      () => 0,
    );
  }
  return total;
}
