import { OperatorError } from '../../tools/operator-error.ts';
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Db } from '../database/open-database.ts';
import { refreshAnalysis } from '../services/conversation/analysis/refresh-analysis.ts';
import { vacuum } from '../database/vacuum.ts';
import { conversationKinds } from './kinds/conversation-kinds.ts';
import { type CsvKind, csvKinds, isCsvKind } from './kinds/csv-kinds.ts';
import { FileError, type LineFault, type SourceRecord } from './files/file-fault.ts';
import { type FileResult, importFile } from './import-file.ts';
import { createReporter, type ImportOutput } from './import-report.ts';
import { readCsv } from './files/read-csv.ts';
import { readLines } from './files/read-lines.ts';
import { readNdjson } from './files/read-ndjson.ts';
import { talentKinds } from './kinds/talent-kinds.ts';

export const importFormats = ['ndjson', 'csv'] as const;
type ImportFormat = (typeof importFormats)[number];

export interface ImportOptions {
  db: Db;
  files: readonly string[];
  /** Nothing of a file is kept when one of its lines is bad. Default: the bad line is reported, the rest is kept. */
  strict?: boolean;
  /** Default: by the name of each file, `.csv`, or `.ndjson` and `.jsonl`. */
  format?: string | undefined;
  /** What the rows of CSV files are: company, institution or city. */
  kind?: string | undefined;
  /** Columns of CSV files, each `field=Column`; a field that is not given is read from the column of its own name. */
  map?: readonly string[];
  output: ImportOutput;
}

export interface ImportResult {
  files: FileResult[];
  /** Whether a line was bad or a file was refused: the program is to end with 1. */
  failed: boolean;
}

/** Options that cannot be followed; the message is one line for the person who gave them. */
class ImportUsageError extends OperatorError {}

/**
 * Loads files into the talent and conversation services, one after the other, and reports on the output as it goes. A
 * record replaces the one of its id, so that the same file can be imported again; no record is ever removed.
 * Transcripts that come without outputs are analysed, and new themes are matched with the conversations that are
 * stored already.
 * @throws ImportUsageError before anything is read
 */
export async function importFiles(options: ImportOptions): Promise<ImportResult> {
  const { db, files, strict = false, output } = options;
  const format = formatOf(options.format);
  const csv = csvOptionsOf(options);
  const reporter = createReporter(output);
  const results: FileResult[] = [];
  for (const file of files) {
    reporter.start(file, await sizeOf(file));
    const records = recordsOf(file, { format, csv, onBytes: reporter.onBytes });
    const result = await importFile({ db, file, strict, records, ...reporter }).catch((error: unknown) => {
      reporter.stop();
      throw error;
    });
    reporter.end(result);
    results.push(result);
  }
  const kinds = results.flatMap(({ counts }) => [...counts.keys()]);
  if (kinds.includes('theme')) reporter.onRefresh(await refreshAnalysis({ db, now: () => new Date() }));
  if (kinds.some((kind) => Object.hasOwn(talentKinds, kind))) await vacuum(db, 'talent');
  if (kinds.some((kind) => Object.hasOwn(conversationKinds, kind))) await vacuum(db, 'convo');
  return { files: results, failed: results.some(({ badLines, refusal }) => badLines > 0 || refusal !== undefined) };
}

interface CsvOptions {
  kind: CsvKind | undefined;
  mapping: Record<string, string>;
}

/** Asks for a format where neither the name nor an option says it. */
async function* recordsOf(
  file: string,
  { format, csv, onBytes }: { format: ImportFormat | undefined; csv: CsvOptions; onBytes: (bytes: number) => void },
): AsyncGenerator<SourceRecord | LineFault> {
  const known = format ?? formatByName[extname(file).toLowerCase()];
  if (!known) {
    // A file that is missing or a folder is told as that.
    for await (const _ of readLines(file)) break;
    throw new FileError('has no known format: name it .ndjson, .jsonl or .csv, or give --format');
  }
  if (known === 'ndjson') return yield* readNdjson(file, { onBytes });
  const { kind, mapping } = csv;
  if (!kind) throw new FileError(`is CSV: say with --kind what its rows are (${Object.keys(csvKinds).join(', ')})`);
  yield* readCsv(file, { kind, mapping, onBytes });
}

const formatByName: Record<string, ImportFormat> = { '.ndjson': 'ndjson', '.jsonl': 'ndjson', '.csv': 'csv' };

function formatOf(format: string | undefined): ImportFormat | undefined {
  const known = importFormats.find((one) => one === format);
  if (format !== undefined && !known) {
    throw new ImportUsageError(`--format must be ${importFormats.join(' or ')}; it is ${JSON.stringify(format)}.`);
  }
  return known;
}

function csvOptionsOf({ kind, map = [] }: ImportOptions): CsvOptions {
  if (kind === undefined) {
    if (map.length > 0)
      throw new ImportUsageError('--map needs --kind: it names the fields of company, institution or city.');
    return { kind, mapping: {} };
  }
  if (!isCsvKind(kind)) {
    throw new ImportUsageError(`--kind must be ${Object.keys(csvKinds).join(', ')}; it is ${JSON.stringify(kind)}.`);
  }
  const mapping: Record<string, string> = {};
  for (const entry of map) {
    const [field = '', ...column] = entry.split('=');
    const fields: readonly string[] = csvKinds[kind].fields;
    if (column.length === 0 || column.join('') === '') {
      throw new ImportUsageError(`--map must be field=Column; it is ${JSON.stringify(entry)}.`);
    }
    if (!fields.includes(field)) {
      throw new ImportUsageError(
        `--map: a ${kind} has the fields ${fields.join(', ')}; ${JSON.stringify(field)} is none.`,
      );
    }
    if (mapping[field] !== undefined) throw new ImportUsageError(`--map gives ${field} twice.`);
    mapping[field] = column.join('=');
  }
  return { kind, mapping };
}

/** For the progress bar; what is wrong with the file is found when it is read. */
const sizeOf = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );
