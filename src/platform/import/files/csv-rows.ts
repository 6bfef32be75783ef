import { CsvError, parse } from 'csv-parse';
import { parse as parseText } from 'csv-parse/sync';
import { chunksOf, maxRecordBytes, tooLong } from './read-lines.ts';
import { FileError } from './source-record.ts';

export interface CsvRow {
  /** First line, from 1. */
  line: number;
  cells: string[];
}

export const delimiters = [',', ';', '\t'] as const;

export type Delimiter = (typeof delimiters)[number];

interface Parsed {
  record: string[];
  info: { lines: number };
}

/** Cells can be missing at the end of a row; an empty line is no row. */
const options = {
  bom: true,
  info: true,
  relax_column_count: true,
  skip_empty_lines: true,
  max_record_size: maxRecordBytes,
} as const;

/** Returns the first rows of a text; fewer if it cannot be parsed. */
export function firstRows(text: string, { delimiter, count }: { delimiter: Delimiter; count: number }): string[][] {
  const rows: string[][] = [];
  try {
    parseText(text, {
      ...options,
      info: false,
      delimiter,
      to: count,
      on_record: (row: string[]) => void rows.push(row),
    });
  } catch {
    // What follows is a fault of the whole file.
  }
  return rows;
}

/**
 * The parser decides what a row is: a quoted cell can have any number of lines.
 * @throws FileError like `chunksOf`, or if the file cannot be parsed
 */
export async function* csvRows(
  path: string,
  { delimiter, onBytes }: { delimiter: Delimiter; onBytes?: ((bytes: number) => void) | undefined },
): AsyncGenerator<CsvRow> {
  const parser = parse({ ...options, delimiter });
  const feeding = feed(path, { parser, onBytes });
  try {
    for await (const parsed of parser) {
      const { record, info }: Parsed = parsed;
      const cells = record.map((cell) => cell.replace(/\r\n?/g, '\n'));
      const inner = cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
      yield { line: info.lines - inner, cells };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw new FileError(`has a row that ${tooLong}`);
    const line = await openQuoteLine(path);
    throw new FileError(`cannot be read: the quote that opens in line ${line} is not closed properly`);
  } finally {
    parser.destroy();
    await feeding;
  }
}

interface FeedOptions {
  parser: ReturnType<typeof parse>;
  onBytes: ((bytes: number) => void) | undefined;
}

async function feed(path: string, { parser, onBytes }: FeedOptions): Promise<void> {
  try {
    for await (const chunk of chunksOf(path)) {
      if (parser.destroyed) return;
      onBytes?.(chunk.length);
      if (!parser.write(chunk)) await new Promise((resolve) => parser.once('drain', resolve).once('close', resolve));
    }
    parser.end();
  } catch (error) {
    parser.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}

/** The line, from 1, of the last quote that opens before the parser fails: where quoted cells stop to end at delimiters. */
async function openQuoteLine(path: string): Promise<number> {
  const decoder = new TextDecoder();
  let [line, opened, isOpen, previous] = [1, 1, false, ''];
  for await (const chunk of chunksOf(path)) {
    for (const character of decoder.decode(chunk, { stream: true })) {
      if (character === '"') {
        if (!isOpen) opened = line;
        isOpen = !isOpen;
      } else if (previous === '"' && !isOpen && !/[,;\t\r\n]/.test(character)) return opened;
      if (character === '\n' || (previous === '\r' && character !== '\n')) line += 1;
      previous = character;
    }
  }
  return opened;
}
