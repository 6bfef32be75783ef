import { createHash } from 'node:crypto';
import { csvRows } from './csv-rows.ts';
import { FileError, type LineFault, type SourceRecord } from './source-record.ts';
import { type LinesOptions, readLines } from './read-lines.ts';

interface CsvKindRules {
  fields: readonly string[];
  /** How an id is derived if the file has no id column. */
  id?: { prefix: string; from: readonly string[] };
}

const kindRules = {
  company: { fields: ['id', 'name', 'domain', 'industry'], id: { prefix: 'exe_', from: ['name'] } },
  institution: { fields: ['id', 'name', 'country'], id: { prefix: 'ede_', from: ['name', 'country'] } },
  city: { fields: ['name'] },
} as const satisfies Record<string, CsvKindRules>;

export type CsvKind = keyof typeof kindRules;

export const csvKinds: Readonly<Record<CsvKind, CsvKindRules>> = kindRules;

export const isCsvKind = (kind: string): kind is CsvKind => Object.hasOwn(csvKinds, kind);

export interface CsvOptions extends LinesOptions {
  kind: CsvKind;
  /** Column names by field; by default, the name of the field. */
  mapping: Readonly<Record<string, string>>;
}

/**
 * Cells are trimmed; an empty cell is a missing value.
 * @throws FileError like `readLines`, or if the header is unreadable, or lacks a mapped column or a column for the name
 */
export async function* readCsv(path: string, options: CsvOptions): AsyncGenerator<SourceRecord | LineFault> {
  const { kind, mapping } = options;
  let columns: Map<string, number> | undefined;
  let width = 0;
  for await (const row of csvRows(readLines(path, options))) {
    if (!columns) {
      if ('fault' in row) throw new FileError(`has no readable header: line ${row.line} ${row.fault}`);
      columns = columnsOf(row.cells, kind, mapping);
      width = row.cells.length;
    } else if ('fault' in row) {
      yield row;
    } else if (row.cells.length !== width) {
      yield { line: row.line, fault: `has ${row.cells.length} columns where the header has ${width}` };
    } else {
      const cells = [...columns].map(([field, index]) => [field, row.cells[index]?.trim() || undefined] as const);
      const fields: Fields = Object.fromEntries(cells.filter(([, value]) => value !== undefined));
      const id = idOf(fields, csvKinds[kind], columns.has('id'));
      const size = row.cells.reduce((sum, cell) => sum + cell.length, 0);
      yield { line: row.line, kind, size, fields: { ...fields, ...(id !== undefined && { id }) } };
    }
  }
}

function columnsOf(header: string[], kind: CsvKind, mapping: Readonly<Record<string, string>>): Map<string, number> {
  const names = header.map((name) => name.trim());
  const columns = new Map<string, number>();
  for (const field of csvKinds[kind].fields) {
    const index = names.indexOf(mapping[field] ?? field);
    if (index !== -1) columns.set(field, index);
    else if (mapping[field] !== undefined) {
      throw new FileError(`has no column ${JSON.stringify(mapping[field])}; its columns are ${names.join(', ')}`);
    }
  }
  if (!columns.has('name')) {
    throw new FileError(`has no column "name"; map one with --map name=<column>. Its columns are ${names.join(', ')}`);
  }
  return columns;
}

type Fields = Record<string, string | undefined>;

/** Returns an id that is the same in every import; undefined if the record lacks it, or the name to derive it from. */
function idOf(fields: Fields, { id }: CsvKindRules, hasIdColumn: boolean): string | undefined {
  if (!id) return undefined;
  if (hasIdColumn) return fields.id;
  if (fields.name === undefined) return undefined;
  const key = id.from.map((field) => (fields[field] ?? '').normalize('NFC').trim()).join('\n');
  return id.prefix + createHash('sha256').update(key).digest('hex').slice(0, 20);
}
