import { pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { parse as parseText } from 'csv-parse/sync';
import { chunksOf, type LinesOptions, maxRecordBytes, tooLong } from './read-lines.ts';
import { FileError } from './source-record.ts';

export interface CsvRow {
  /** Number of the first line of the row, from 1. */
  line: number;
  cells: string[];
}

export const delimiters = [',', ';', '\t'] as const;

export type Delimiter = (typeof delimiters)[number];

/** A row can have fewer or more cells than the header; an empty line is no row. */
const options = {
  bom: true,
  relax_column_count: true,
  skip_empty_lines: true,
  max_record_size: maxRecordBytes,
  // A file can mix line ends, for example after two files were joined.
  record_delimiter: ['\r\n', '\n', '\r'],
};

/** Returns the first rows of a text; fewer if it cannot be parsed. */
export function firstRows(text: string, { delimiter, count }: { delimiter: Delimiter; count: number }): string[][] {
  const rows: string[][] = [];
  try {
    parseText(text, { ...options, delimiter, to: count, on_record: (row: string[]) => void rows.push(row) });
  } catch {
    // The error is reported when the whole file is read.
  }
  return rows;
}

/**
 * Reads the rows of a file. A quoted cell can have any number of lines.
 * @throws FileError like `chunksOf`, or if the file cannot be parsed
 */
export async function* csvRows(
  path: string,
  { delimiter, onBytes }: { delimiter: Delimiter } & LinesOptions,
): AsyncGenerator<CsvRow> {
  let nextLine = 1;
  // In a quoted cell, the parser counts a line end of two characters twice.
  let countedTwice = 0;
  const parser = parse({
    ...options,
    delimiter,
    // Add the line number as the first cell.
    on_record: (record: string[], { lines }) => {
      countedTwice += countLineEnds(record, '\r\n');
      const cells = record.map((cell) => cell.replace(/\r\n?/g, '\n'));
      nextLine = lines - countedTwice + 1;
      const firstLine = nextLine - 1 - countLineEnds(cells, '\n');
      return [String(firstLine), ...cells];
    },
  });
  // The callback can be empty: the parser also reports errors of reading the file.
  pipeline(chunksOf(path, onBytes), parser, () => {});
  try {
    for await (const row of parser) {
      const [line, ...cells]: string[] = row;
      yield { line: Number(line), cells };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw new FileError(`has a row that ${tooLong}`);
    if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
      throw new FileError(`cannot be read: the quote that opens in line ${nextLine} is not closed`);
    }
    // All other errors occur in a quoted cell, where `lines` is inexact: report the first line of the row.
    const line = error.code === 'INVALID_OPENING_QUOTE' ? Number(error['lines']) - countedTwice : nextLine;
    throw new FileError(
      `cannot be read: line ${line} has a quote inside a cell; put the whole cell in quotes and double its own quotes`,
    );
  }
}

const countLineEnds = (cells: readonly string[], lineEnd: string) =>
  cells.reduce((sum, cell) => sum + cell.split(lineEnd).length - 1, 0);
