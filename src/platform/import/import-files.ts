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
import { counted, listed } from './report-text.ts';
import type { EmitEvents } from './kinds/define-kind.ts';
import { type FileResult, importFile } from './import-file.ts';
import { createReporter, type ImportOutput } from './import-report.ts';
import { type CsvKind, csvKinds, type CsvOptions, isCsvKind, readCsv } from './files/read-csv.ts';
import { readLines } from './files/read-lines.ts';
import { readNdjson } from './files/read-ndjson.ts';
import { findTranscripts, readTranscripts } from './files/read-transcripts.ts';
import { talentKinds } from './kinds/talent-kinds.ts';

export interface ImportedFile {
  name: string;
  path: string;
}

export interface ImportOptions {
  db: Db;
  /** Reports show the `name` of a file. If it names a pipe, `path` is that of a copy. */
  files: readonly ImportedFile[];
  /** Whether other callers use the database at the same time; transactions are then shorter. */
  isShared?: boolean;
  /** Ends the import between two transactions. */
  signal?: AbortSignal;
  /** `ndjson` or `csv`; by default, the extension decides: `.ndjson`, `.jsonl`, `.csv`, `.vtt` or `.srt`. */
  format?: string | undefined;
  /** Kind of the rows of CSV files: `company`, `institution`, `city` or `signal`. */
  kind?: string | undefined;
  /** Columns of CSV files, as `field=Column`; by default, the names and aliases of the fields. */
  map?: readonly string[];
  /** Emits the events of new records; if omitted, the import causes no events. */
  emit?: EmitEvents | undefined;
  output: ImportOutput;
}

export interface ImportResult {
  files: FileResult[];
  failed: boolean;
}

/** The extensions of files, by format. */
const formats: Readonly<Record<string, readonly string[]>> = { ndjson: ['.ndjson', '.jsonl'], csv: ['.csv'] };

const maxShownFiles = 10;

/**
 * Imports files. A record replaces the stored record with the same id; stored records are never removed. Missing
 * outputs of activities with a transcript are computed; new themes are matched with stored activities.
 * @throws OperatorError for invalid options, before any file is read
 */
export async function importFiles(options: ImportOptions): Promise<ImportResult> {
  const { db, files, format, emit, isShared = false, signal } = options;
  if (format !== undefined && !Object.hasOwn(formats, format)) {
    throw new OperatorError(`--format must be ${Object.keys(formats).join(' or ')}; it is ${JSON.stringify(format)}.`);
  }
  const { kind, mapping } = csvOptionsOf(options);
  const reporter = createReporter(options.output);
  const { onBytes, onNote, onFault, onBatch } = reporter;
  const sources = await Promise.all(
    files.map(async ({ name, path }) => ({
      file: name,
      path,
      found: format === undefined ? await findTranscripts(path) : undefined,
    })),
  );
  rejectEqualNames(sources.filter(({ found }) => found));
  const results: FileResult[] = [];
  for (const { file, path, found } of sources) {
    const shown = (paths: readonly string[]) => paths.map((each) => join(file, relative(path, each)));
    const others = shown(found?.others ?? []);
    reporter.start(file, await sizeOf(found?.transcripts ?? [path]), found && shown(found.transcripts));
    if (others.length > 0) {
      onNote(`left out ${counted(others.length, 'file')} without .vtt or .srt: ${listed(others, maxShownFiles)}`);
    }
    const records = found
      ? readTranscripts(found.transcripts, { parent: dirname(resolve(path)), onBytes })
      : recordsOf(path, { format: format ?? formatByName(file), kind, mapping, onBytes, onNote });
    try {
      const result = await importFile({ db, file, emit, isShared, signal, records, onFault, onBatch });
      reporter.end(result);
      results.push(result);
    } catch (error) {
      reporter.stop();
      throw error;
    }
  }
  const kinds = results.flatMap(({ counts }) => [...counts.keys()]);
  const now = await readDatabaseClock(db);
  if (kinds.includes('convo_user')) {
    reporter.onChanged('members of the team recognized in', await recogniseTeam({ db, now }));
  }
  if (kinds.includes('theme')) {
    const { rematched, analysed } = await refreshAnalysis({ db, now });
    reporter.onChanged('topics matched again in', rematched + analysed);
  }
  if (kinds.some((each) => Object.hasOwn(talentKinds, each))) await vacuum(db, 'talent');
  if (kinds.some((each) => Object.hasOwn(conversationKinds, each))) await vacuum(db, 'convo');
  return { files: results, failed: results.some(({ badLines, rejection }) => badLines > 0 || rejection !== undefined) };
}

const formatByName = (file: string) =>
  Object.keys(formats).find((format) => formats[format]?.includes(extname(file).toLowerCase()));

const kindNames = Object.keys(csvKinds).join(', ');

async function* recordsOf(
  file: string,
  { format, kind, ...options }: Omit<CsvOptions, 'kind'> & { format: string | undefined; kind: CsvKind | undefined },
): AsyncGenerator<SourceRecord | LineFault> {
  if (format === 'ndjson') return yield* readNdjson(file, options);
  if (format === 'csv' && kind) return yield* readCsv(file, { ...options, kind });
  // Throws a FileError if the file is missing, unreadable, binary or empty.
  for await (const _ of readLines(file)) break;
  throw new FileError(
    format === 'csv'
      ? `is CSV: pass --kind with the kind of its rows (${kindNames})`
      : 'has an unknown format: name it .ndjson, .jsonl, .csv, .vtt or .srt, or pass --format',
  );
}

function csvOptionsOf({ kind, map = [] }: ImportOptions): Pick<CsvOptions, 'mapping'> & { kind: CsvKind | undefined } {
  if (kind !== undefined && !isCsvKind(kind)) {
    throw new OperatorError(`--kind must be one of ${kindNames}; it is ${JSON.stringify(kind)}.`);
  }
  const mapping: Record<string, string> = {};
  for (const entry of map) {
    if (kind === undefined) throw new OperatorError(`--map requires --kind: ${kindNames}.`);
    const [, field = '', column] = /^([^=]*)=(.+)$/s.exec(entry) ?? [];
    const { fields } = csvKinds[kind];
    if (column === undefined) throw new OperatorError(`--map must be field=Column; it is ${JSON.stringify(entry)}.`);
    if (!fields.includes(field)) {
      throw new OperatorError(
        `--map: a ${kind} has the fields ${fields.join(', ')}; ${JSON.stringify(field)} is not one of them.`,
      );
    }
    if (mapping[field] !== undefined) throw new OperatorError(`--map maps ${field} twice.`);
    mapping[field] = column;
  }
  return { kind, mapping };
}

/** Rejects equal names, because ids of transcripts begin with the name of the imported file or folder. */
function rejectEqualNames(sources: readonly { file: string; path: string }[]): void {
  for (const [one, other] of Map.groupBy(sources, ({ path }) => basename(resolve(path))).values()) {
    if (!one || !other) continue;
    throw new OperatorError(
      `${one.file} and ${other.file} would get the same ids: import the folder above them, or rename one.`,
    );
  }
}

/** Returns the size of all files. An unreadable file is reported later, when it is read. */
async function sizeOf(files: readonly string[]): Promise<number> {
  const entries = await Promise.all(files.map((file) => stat(file).catch(() => undefined)));
  return entries.reduce((total, entry) => total + (entry?.size ?? 0), 0);
}
