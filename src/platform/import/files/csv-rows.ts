import { parse } from 'csv-parse/sync';
import type { LineFault } from './source-record.ts';
import type { TextLine } from './read-lines.ts';

interface CsvRow {
  /** First line, from 1. */
  line: number;
  cells: string[];
}

/** A quote that is still open after these lines is treated as a stray quote. */
const maxLinesPerRow = 50;

/** csv-parse cannot resume after a stray quote, so it gets one row at a time: the quote then costs one row. */
export async function* csvRows(lines: AsyncIterable<TextLine | LineFault>): AsyncGenerator<CsvRow | LineFault> {
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
function* closedRows(lines: TextLine[], { isEnd }: { isEnd: boolean }): Generator<CsvRow | LineFault, TextLine[]> {
  let start = 0;
  let isOpen = false;
  for (let end = 1; end <= lines.length; end += 1) {
    const row = lines.slice(start, end);
    isOpen = isOpen !== hasOddQuotes(row.at(-1)?.text ?? '');
    if (!isOpen) {
      yield* parsedRow(row);
      start = end;
    } else if (row.length >= maxLinesPerRow || (isEnd && end === lines.length)) {
      yield { line: row[0]?.line ?? 0, fault: 'has a quote that is not closed' };
      start += 1;
      end = start;
      isOpen = false;
    }
  }
  return lines.slice(start);
}

const hasOddQuotes = (text: string) => text.split('"').length % 2 === 0;

function* parsedRow([first, ...rest]: TextLine[]): Generator<CsvRow | LineFault> {
  if (!first) return;
  const cells = cellsOf([first, ...rest].map(({ text }) => text).join('\n'));
  if (cells) {
    yield { line: first.line, cells };
  } else {
    yield { line: first.line, fault: 'has a quote in the wrong place' };
    yield* closedRows(rest, { isEnd: true });
  }
}

function cellsOf(row: string): string[] | undefined {
  // Starting the parser takes far longer than splitting.
  if (!row.includes('"')) return row.split(',');
  try {
    const [cells, ...more] = parse(row, { relax_column_count: true, record_delimiter: '\n' });
    return more.length === 0 ? cells : undefined;
  } catch {
    return undefined;
  }
}
