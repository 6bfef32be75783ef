import { csvRows } from './csv-rows.ts';
import {
  companyEntityId,
  companyIdByName,
  institutionEntityId,
  institutionIdByName,
} from '../../services/talent/signals/entity-id.ts';
import { FileError, type LineFault, type SourceRecord } from './source-record.ts';
import { type LinesOptions, readLines } from './read-lines.ts';

type Fields = Record<string, string | undefined>;

interface CsvKindRules {
  /** Fields of a record that can be read from a column. */
  fields: readonly string[];
  /**
   * Adds the id of a record: the id in the file with a prefix or, if the file has no id column, an id derived from the
   * other fields, so that every import yields the same id. Cities have no id.
   */
  complete(fields: Fields, hasIdColumn: boolean): Fields;
}

export const csvKinds = {
  company: {
    fields: ['id', 'name', 'domain', 'industry'],
    complete: ({ id, ...fields }, hasIdColumn) => ({
      ...fields,
      id: hasIdColumn ? id && companyEntityId(id) : fields.name && companyIdByName(fields.name),
    }),
  },
  institution: {
    fields: ['id', 'name', 'country'],
    complete: ({ id, ...fields }, hasIdColumn) => ({
      ...fields,
      id: hasIdColumn
        ? id && institutionEntityId(id)
        : fields.name && institutionIdByName(fields.name, fields.country ?? ''),
    }),
  },
  city: { fields: ['name'], complete: (fields) => fields },
} as const satisfies Record<string, CsvKindRules>;

export type CsvKind = keyof typeof csvKinds;

export const isCsvKind = (kind: string): kind is CsvKind => Object.hasOwn(csvKinds, kind);

export interface CsvOptions extends LinesOptions {
  kind: CsvKind;
  /** Column names by field. Fields that are not listed are read from the column of the same name. */
  mapping: Readonly<Record<string, string>>;
}

/**
 * Reads the records of a CSV file with a header. Cells are trimmed; an empty cell is a missing value.
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
      const fields = Object.fromEntries(cells.filter(([, value]) => value !== undefined));
      const size = row.cells.reduce((sum, cell) => sum + cell.length, 0);
      yield { line: row.line, kind, size, fields: csvKinds[kind].complete(fields, columns.has('id')) };
    }
  }
}

/** Returns the column index of each field. */
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
