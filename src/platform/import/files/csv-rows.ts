import { parse } from 'csv-parse/sync';
import type { LineFault } from './source-record.ts';
import type { TextLine } from './read-lines.ts';

export interface CsvRow {
  /** First line, from 1. */
  line: number;
  cells: string[];
}

/** A quote that is still open after these lines is treated as a stray quote. */
const maxLinesPerRow = 50;
const groupSize = 500;

/** csv-parse cannot resume after a stray quote, so it gets complete rows only: the quote then costs one row. */
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

/** At the end, an open quote is a fault. @returns the lines of an unfinished row */
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
    } else if (row.length >= maxLinesPerRow || (isEnd && waiting.length === 0)) {
      yield { line: row[0]?.line ?? next.line, fault: 'has a quote that is not closed' };
      waiting = [...row.slice(1), ...waiting];
      row = [];
      isOpen = false;
    }
  }
  return row;
}

const hasOddQuotes = (text: string) => text.split('"').length % 2 === 0;

/** All at once, which is fast, or one by one if any row is bad. */
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
