import { stat } from 'node:fs/promises';
import { csvRows } from './csv-rows.ts';
import { derivedId } from './derived-id.ts';
import { personAliases, personFields, personRecord } from './person-row.ts';
import { FileError, type LineFault, type SourceRecord } from './source-record.ts';
import { type LinesOptions, readLines } from './read-lines.ts';

interface CsvKindRules {
  fields: readonly string[];
  /** How an id is derived if the file has no id column. */
  id?: { prefix: string; from: readonly string[] };
  /** Other names of columns, in lower case and with `_` between words. */
  aliases?: Readonly<Record<string, readonly string[]>>;
  /** One of these columns is required. */
  names?: readonly string[];
  toFields?: (cells: Fields, modifiedAt: Date) => Record<string, unknown>;
}

const kindRules = {
  company: { fields: ['id', 'name', 'domain', 'industry'], id: { prefix: 'exe_', from: ['name'] } },
  institution: { fields: ['id', 'name', 'country'], id: { prefix: 'ede_', from: ['name', 'country'] } },
  city: { fields: ['name'] },
  signal: {
    fields: personFields,
    aliases: personAliases,
    names: ['full_name', 'first_name', 'last_name'],
    toFields: personRecord,
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
}

/**
 * Cells are trimmed; an empty cell is a missing value.
 * @throws FileError like `readLines`, or if the header is unreadable, or lacks a mapped column or a column for the name
 */
export async function* readCsv(path: string, options: CsvOptions): AsyncGenerator<SourceRecord | LineFault> {
  const { kind, mapping } = options;
  const { toFields } = csvKinds[kind];
  const modifiedAt = await stat(path).then(
    ({ mtime }) => mtime,
    () => new Date(),
  );
  let columns: Map<string, number> | undefined;
  let width = 0;
  for await (const row of csvRows(readLines(path, options))) {
    if (!columns) {
      if ('fault' in row) throw new FileError(`has no readable header: line ${row.line} ${row.fault}`);
      columns = columnsOf(row.cells, kind, mapping);
      width = row.cells.length;
      const used = new Set(columns.values());
      options.onUnusedColumns?.(row.cells.filter((_, index) => !used.has(index)));
    } else if ('fault' in row) {
      yield row;
    } else if (row.cells.length !== width) {
      yield { line: row.line, fault: `has ${row.cells.length} columns where the header has ${width}` };
    } else {
      const cells = [...columns].map(([field, index]) => [field, row.cells[index]?.trim() || undefined] as const);
      const fields: Fields = Object.fromEntries(cells.filter(([, value]) => value !== undefined));
      const id = idOf(fields, csvKinds[kind], columns.has('id'));
      const size = row.cells.reduce((sum, cell) => sum + cell.length, 0);
      const record = { ...fields, ...(id !== undefined && { id }) };
      if (toFields) yield { line: row.line, kind, size, fields: toFields(record, modifiedAt), isPartial: true };
      else yield { line: row.line, kind, size, fields: record };
    }
  }
}

function columnsOf(header: string[], kind: CsvKind, mapping: Readonly<Record<string, string>>): Map<string, number> {
  const names = header.map((name) => name.trim());
  if (header.length === 1 && /[;\t]/.test(header.join())) {
    throw new FileError('is separated by semicolons or tabs: save it as CSV with commas');
  }
  const columns = new Map<string, number>();
  const { fields, aliases = {}, names: nameFields = ['name'] } = csvKinds[kind];
  for (const field of fields) {
    const index = mapping[field] === undefined ? indexOf(names, field, aliases[field]) : names.indexOf(mapping[field]);
    if (index !== -1) columns.set(field, index);
    else if (mapping[field] !== undefined) {
      throw new FileError(`has no column ${JSON.stringify(mapping[field])}; its columns are ${names.join(', ')}`);
    }
  }
  if (!nameFields.some((field) => columns.has(field))) {
    const [name = ''] = nameFields;
    throw new FileError(
      `has no column "${name}"; map one with --map ${name}=<column>. Its columns are ${names.join(', ')}`,
    );
  }
  return columns;
}

/** An exact name, otherwise one that differs only in case and punctuation. */
function indexOf(names: string[], field: string, aliases: readonly string[] = []): number {
  const exact = names.indexOf(field);
  if (exact !== -1) return exact;
  const simple = names.map((name) => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_'));
  return [field, ...aliases].map((alias) => simple.indexOf(alias)).find((index) => index !== -1) ?? -1;
}

type Fields = Record<string, string | undefined>;

/** Returns an id that is the same in every import; undefined if the record lacks it, or the name to derive it from. */
function idOf(fields: Fields, { id }: CsvKindRules, hasIdColumn: boolean): string | undefined {
  if (!id) return undefined;
  if (hasIdColumn) return fields.id;
  if (fields.name === undefined) return undefined;
  return derivedId(
    id.prefix,
    id.from.map((field) => fields[field]),
  );
}
