import { parse } from 'csv-parse/sync';
import type { LineFault } from './file-fault.ts';
import type { TextLine } from './read-lines.ts';

export interface CsvRow {
  /** From 1; of a row over several lines, the first. */
  line: number;
  cells: string[];
}

/** A quote that is not closed within so many lines is taken for a stray one. */
const maxLinesOfRow = 50;
const groupSize = 500;

/**
 * The rows of CSV lines (RFC 4180); a row goes on over the next line while a quote is open. After a row that cannot be
 * read, reading goes on with the line after its first: a stray quote costs one row and not the rest of the file, which
 * is why rows are told apart here and csv-parse is given whole rows.
 */
export async function* csvRows(lines: AsyncIterable<TextLine | LineFault>): AsyncGenerator<CsvRow | LineFault> {
  let group: TextLine[][] = [];
  for await (const row of wholeRows(lines)) {
    if ('fault' in row) {
      yield* parsedRows(group);
      group = [];
      yield row;
    } else if (group.push(row) >= groupSize) {
      yield* parsedRows(group);
      group = [];
    }
  }
  yield* parsedRows(group);
}

async function* wholeRows(lines: AsyncIterable<TextLine | LineFault>): AsyncGenerator<TextLine[] | LineFault> {
  let open: TextLine[] = [];
  for await (const source of lines) {
    if ('text' in source) {
      open = yield* closedRows([...open, source], { isEnd: false });
    } else {
      yield* closedRows(open, { isEnd: true });
      open = [];
      yield source;
    }
  }
  yield* closedRows(open, { isEnd: true });
}

/** Lines put together until every quote is closed. Returns those that wait for more lines: none at the end. */
function* closedRows(lines: TextLine[], { isEnd }: { isEnd: boolean }): Generator<TextLine[] | LineFault, TextLine[]> {
  let waiting = lines;
  let row: TextLine[] = [];
  let isOpen = false;
  while (waiting.length > 0) {
    const [next, ...rest] = waiting;
    waiting = rest;
    if (!next) break;
    row.push(next);
    isOpen = isOpen !== hasOddQuotes(next.text);
    if (!isOpen) {
      yield row;
      row = [];
    } else if (row.length >= maxLinesOfRow || (isEnd && waiting.length === 0)) {
      yield { line: row[0]?.line ?? next.line, fault: 'has a quote that is not closed' };
      waiting = [...row.slice(1), ...waiting];
      row = [];
      isOpen = false;
    }
  }
  return row;
}

const hasOddQuotes = (text: string) => text.split('"').length % 2 === 0;

/** All at once, which is fast; one by one when something is wrong with any of them. */
function* parsedRows(rows: TextLine[][]): Generator<CsvRow | LineFault> {
  const parsed = tryParse(rows.flat());
  if (parsed?.length === rows.length) {
    for (const [index, cells] of parsed.entries()) yield { line: rows[index]?.[0]?.line ?? 0, cells };
  } else {
    for (const row of rows) yield* parsedRow(row);
  }
}

function* parsedRow(row: TextLine[]): Generator<CsvRow | LineFault> {
  const [first, ...rest] = row;
  if (!first) return;
  const [cells, ...more] = tryParse(row) ?? [];
  if (cells && more.length === 0) {
    yield { line: first.line, cells };
    return;
  }
  yield { line: first.line, fault: 'has a quote in the wrong place' };
  for (const next of closedRows(rest, { isEnd: true })) {
    if ('fault' in next) yield next;
    else yield* parsedRow(next);
  }
}

function tryParse(lines: TextLine[]): string[][] | undefined {
  try {
    return parse(lines.map(({ text }) => text).join('\n'), { relax_column_count: true, record_delimiter: '\n' });
  } catch {
    return undefined;
  }
}
