import { stat } from 'node:fs/promises';
import { findHeader, type CsvHeader, type CsvRules } from './csv-header.ts';
import { type CsvRow, csvRows } from './csv-rows.ts';
import { derivedId } from '../ids.ts';
import { type DayOrder, dayOrderOf, noValue, type PersonCell, personRecord } from './person-row.ts';
import { personColumns, personFields } from './person-columns.ts';
import { chunksOf, type LinesOptions } from './read-lines.ts';
import { counted, listed } from '../report-text.ts';
import { FileError, type LineFault, type SourceRecord } from './source-record.ts';

interface CsvKindRules extends CsvRules {
  /** How an id is derived if the file has no id column. */
  id?: { prefix: string; from: readonly string[] };
}

const kindRules = {
  company: { fields: ['id', 'name', 'domain', 'industry'], id: { prefix: 'exe_', from: ['name'] } },
  institution: { fields: ['id', 'name', 'country'], id: { prefix: 'ede_', from: ['name', 'country'] } },
  city: { fields: ['name'] },
  signal: {
    fields: personFields,
    aliases: personColumns,
    nameFields: ['full_name', 'first_name', 'last_name'],
    maxHeaderRows: 20,
  },
} as const satisfies Record<string, CsvKindRules>;

export type CsvKind = keyof typeof kindRules;

export const csvKinds: Readonly<Record<CsvKind, CsvKindRules>> = kindRules;

export const isCsvKind = (kind: string): kind is CsvKind => Object.hasOwn(csvKinds, kind);

export interface CsvOptions extends LinesOptions {
  kind: CsvKind;
  /** Column names by field. Other fields have the column names of `CsvRules`. */
  mapping: Readonly<Record<string, string>>;
  /** Receives a note on columns or rows that were left out. */
  onNote: (note: string) => void;
}

type Reader = (row: CsvRow) => (SourceRecord | LineFault)[];

/**
 * Reads records from a CSV file. Cells are trimmed; an empty cell is a missing value.
 * @throws FileError before the first record: if `csvRows` does, or a mapped column or a name column is missing
 */
export async function* readCsv(path: string, options: CsvOptions): AsyncGenerator<SourceRecord | LineFault> {
  const { kind, mapping, onBytes, onNote } = options;
  const header = findHeader(await beginningOf(path), csvKinds[kind], mapping);
  const used = new Set(header.columns.values());
  const unused = header.names.filter((_, index) => !used.has(index));
  if (unused.length > 0) onNote(`left out these columns: ${listed(unused)}`);
  const dayOrder = dayOrderOf(await readDiscoveryDates(path, header));
  const recordOf = kind === 'signal' ? await personReader(path, header, dayOrder) : lookupReader(kind, header);
  let unnamed = 0;
  for await (const row of dataRows(path, header, onBytes)) {
    const fault = faultOf(row, header);
    const records = fault === undefined ? recordOf(row) : [{ line: row.line, fault }];
    if (records.length === 0) unnamed += 1;
    yield* records;
  }
  if (unnamed > 0) onNote(`left out ${counted(unnamed, 'row')} without a name`);
}

const headBytes = 256 * 1024;

/** @throws FileError like `chunksOf`, or if the file is empty */
async function beginningOf(path: string): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunksOf(path)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= headBytes) break;
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks));
  if (text.trim() === '') throw new FileError('is empty');
  return text;
}

/** Returns the discovery dates. Parses the whole file, so that a broken file is rejected before any record is stored. */
async function readDiscoveryDates(path: string, header: CsvHeader): Promise<string[]> {
  const index = header.columns.get('discovered_at') ?? -1;
  const dates: string[] = [];
  for await (const { cells } of dataRows(path, header)) {
    const date = cells[index]?.trim();
    if (date && !noValue.test(date)) dates.push(date);
  }
  return dates;
}

async function* dataRows(path: string, { delimiter, rowCount }: CsvHeader, onBytes?: (bytes: number) => void) {
  let position = 0;
  for await (const row of csvRows(path, { delimiter, onBytes })) {
    position += 1;
    if (position > rowCount) yield row;
  }
}

function faultOf({ cells }: CsvRow, { names }: CsvHeader): string | undefined {
  if (cells.some((cell) => cell.includes('\uFFFD'))) return 'is not UTF-8 text: save the file as CSV UTF-8';
  const hasExtraCells = cells.slice(names.length).some((cell) => cell.trim() !== '');
  return hasExtraCells ? `has ${cells.length} columns where the header has ${names.length}` : undefined;
}

const sizeOf = ({ cells }: CsvRow) => cells.reduce((sum, cell) => sum + cell.length, 0);

/** Without an id column, the id is derived from other columns, so that it is the same in every import. */
function lookupReader(kind: Exclude<CsvKind, 'signal'>, { columns }: CsvHeader): Reader {
  const { id }: CsvKindRules = csvKinds[kind];
  return (row) => {
    const fields: Record<string, string> = {};
    for (const [field, index] of columns) {
      const value = row.cells[index]?.trim();
      if (value) fields[field] = value;
    }
    if (id && !columns.has('id') && fields['name'] !== undefined) {
      fields['id'] = derivedId(
        id.prefix,
        id.from.map((field) => fields[field]),
      );
    }
    return [{ line: row.line, kind, size: sizeOf(row), fields }];
  };
}

/** The reader returns no record for a row without a name, and a fault for each value that is left out. */
async function personReader(path: string, header: CsvHeader, dayOrder: DayOrder | undefined): Promise<Reader> {
  const { mtime } = await stat(path);
  return (row) => {
    const cells = [...header.columns].map(([field, index]): PersonCell => ({
      field,
      column: header.names[index] ?? field,
      text: row.cells[index] ?? '',
    }));
    const person = personRecord(cells, { modifiedAt: mtime, dayOrder });
    if (!person) return [];
    const { line } = row;
    if ('fault' in person) return [{ line, fault: person.fault }];
    const record: SourceRecord = { line, kind: 'signal', size: sizeOf(row), fields: person.fields };
    return [record, ...person.dropped.map((fault) => ({ line, fault, isStored: true }))];
  };
}
