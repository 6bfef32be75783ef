import { csvRows } from './csv-rows.ts';
import { type CsvKind, csvKinds } from '../kinds/csv-kinds.ts';
import { FileError, type LineFault, type SourceRecord } from './file-fault.ts';
import { type LinesOptions, readLines } from './read-lines.ts';

export interface CsvOptions extends LinesOptions {
  kind: CsvKind;
  /** Which column a field is read from. A field that is not named here is read from the column of its own name. */
  mapping: Readonly<Record<string, string>>;
}

/**
 * The records of a CSV file with a header. Cells are trimmed; an empty cell is no value.
 * @throws FileError when the header lacks a column of the mapping, or one for a field that is owed
 */
export async function* readCsv(path: string, options: CsvOptions): AsyncGenerator<SourceRecord | LineFault> {
  const { kind, mapping } = options;
  let columns: Map<string, number> | undefined;
  let width = 0;
  for await (const row of csvRows(readLines(path, options))) {
    if (!columns) {
      if ('fault' in row) throw new FileError(`has no header that can be read: line ${row.line} ${row.fault}`);
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

/** Where each field stands. */
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
