import { stat } from 'node:fs/promises';
import { findHeader, type CsvHeader, type CsvRules } from './csv-header.ts';
import { type CsvRow, csvRows } from './csv-rows.ts';
import { derivedId } from './derived-id.ts';
import { type DayOrder, dayOrderOf, type PersonCell, personColumns, personFields, personRecord } from './person-row.ts';
import { chunksOf, type LinesOptions } from './read-lines.ts';
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
    names: ['full_name', 'first_name', 'last_name'],
    maxHeaderRows: 20,
  },
} as const satisfies Record<string, CsvKindRules>;

export type CsvKind = keyof typeof kindRules;

export const csvKinds: Readonly<Record<CsvKind, CsvKindRules>> = kindRules;

export const isCsvKind = (kind: string): kind is CsvKind => Object.hasOwn(csvKinds, kind);

export interface CsvOptions extends LinesOptions {
  kind: CsvKind;
  /** Column names by field; by default, the name of the field. */
  mapping: Readonly<Record<string, string>>;
  onUnusedColumns?: (names: readonly string[]) => void;
  /** Called at the end, with the number of rows of people that have no name. */
  onUnnamedRows?: (count: number) => void;
}

/**
 * Cells are trimmed; an empty cell is a missing value.
 * @throws FileError like `csvRows`, before any record, or if the header lacks a mapped column or a column for the name
 */
export async function* readCsv(path: string, options: CsvOptions): AsyncGenerator<SourceRecord | LineFault> {
  const { kind, mapping, onBytes } = options;
  const header = findHeader(await beginningOf(path), csvKinds[kind], mapping);
  const used = new Set(header.columns.values());
  options.onUnusedColumns?.(header.names.filter((_, index) => !used.has(index)));
  const dates = await readAhead(path, header);
  const recordOf = kind === 'signal' ? await personReader(path, header, dayOrderOf(dates)) : lookupReader(kind, header);
  let unnamed = 0;
  for await (const row of dataRows(path, header, onBytes)) {
    const fault = faultOf(row, header);
    if (fault !== undefined) yield { line: row.line, fault };
    else {
      const records = recordOf(row);
      if (records.length === 0) unnamed += 1;
      yield* records;
    }
  }
  options.onUnnamedRows?.(unnamed);
}

const headBytes = 256 * 1024;

/** @throws FileError if the file is empty */
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

/** Parses the whole file before anything of it is stored. @returns the times of discovery, which share one order of days */
async function readAhead(path: string, header: CsvHeader): Promise<string[]> {
  const index = header.columns.get('discovered_at') ?? -1;
  const dates: string[] = [];
  for await (const { cells } of dataRows(path, header)) {
    const date = cells[index]?.trim();
    if (date) dates.push(date);
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
  if (cells.some((cell) => cell.includes('\uFFFD'))) return 'is not UTF-8 text';
  const isTooLong = cells.slice(names.length).some((cell) => cell.trim() !== '');
  return isTooLong ? `has ${cells.length} columns where the header has ${names.length}` : undefined;
}

type Reader = (row: CsvRow) => (SourceRecord | LineFault)[];

const sizeOf = ({ cells }: CsvRow) => cells.reduce((sum, cell) => sum + cell.length, 0);

function lookupReader(kind: Exclude<CsvKind, 'signal'>, { columns }: CsvHeader): Reader {
  const rules: CsvKindRules = csvKinds[kind];
  return (row) => {
    const cells = [...columns].map(([field, index]) => [field, row.cells[index]?.trim() || undefined] as const);
    const fields: Fields = Object.fromEntries(cells.filter(([, value]) => value !== undefined));
    const id = idOf(fields, rules, columns.has('id'));
    return [{ line: row.line, kind, size: sizeOf(row), fields: { ...fields, ...(id !== undefined && { id }) } }];
  };
}

/** Returns no record for a row without a name, and a fault for each value that does not fit its column. */
async function personReader(path: string, header: CsvHeader, dayOrder: DayOrder | undefined): Promise<Reader> {
  const modifiedAt = await stat(path).then(
    ({ mtime }) => mtime,
    () => new Date(),
  );
  return (row) => {
    const cells = [...header.columns].map(([field, index]): PersonCell => ({
      field,
      column: header.names[index] ?? field,
      text: row.cells[index] ?? '',
    }));
    const person = personRecord(cells, { modifiedAt, dayOrder });
    if (!person) return [];
    const { line } = row;
    const record: SourceRecord = { line, kind: 'signal', size: sizeOf(row), fields: person.fields, isPartial: true };
    return [record, ...person.dropped.map((fault) => ({ line, fault, isStored: true }))];
  };
}

type Fields = Record<string, string | undefined>;

/** Returns an id that is the same in every import; undefined if the record lacks it, or the name to derive it from. */
function idOf(fields: Fields, { id }: CsvKindRules, hasIdColumn: boolean): string | undefined {
  if (!id) return undefined;
  if (hasIdColumn) return fields['id'];
  if (fields['name'] === undefined) return undefined;
  return derivedId(
    id.prefix,
    id.from.map((field) => fields[field]),
  );
}
