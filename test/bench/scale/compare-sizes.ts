import { recordStatements, rowsRead } from '../../support/database/statement-recorder.ts';
import { type Figure, median, milliseconds } from '../figure.ts';
import type { FilledDatabase } from './filled-database.ts';

/** Number of rows in the smaller database. */
export const fewRows = 2_000;

const rounds = 9;

/** The databases to compare. */
export interface Sizes {
  few: FilledDatabase;
  many: FilledDatabase;
  /** Number of rows in `many`, as in the names of figures. */
  size: string;
}

type Work = (database: Pick<FilledDatabase, 'db'>) => Promise<unknown>;

/** Compares the CPU time of the same work on both databases, in turns, and counts what it reads from `many`. */
export async function compareSizes(
  { few, many, size }: Sizes,
  { name, maxRatio, work }: { name: string; maxRatio: number; work: Work },
): Promise<Figure> {
  const fewTimes: number[] = [];
  const manyTimes: number[] = [];
  await work(few);
  await work(many);
  for (let round = 0; round < rounds; round += 1) {
    fewTimes.push(await few.cpuMs(() => work(few)));
    manyTimes.push(await many.cpuMs(() => work(many)));
  }
  const ratio = median(manyTimes) / median(fewTimes);
  return {
    name: `CPU of ${name}, ${size}`,
    value: `${milliseconds(median(manyTimes))} (×${ratio.toFixed(2)}), ${await readBy(work, many)}`,
    baseline: `${milliseconds(median(fewTimes))} with ${fewRows.toLocaleString('en-US')}`,
    target: `at most ×${maxRatio}`,
    reached: ratio <= maxRatio,
  };
}

/** Returns the rows, index entries and pages that the statements of the work read. */
async function readBy(work: Work, { db }: FilledDatabase): Promise<string> {
  const recorder = recordStatements(db);
  await work({ db: recorder.db });
  let [rows, pages] = [0, 0];
  for (const statement of recorder.take().filter(({ sql }) => !sql.startsWith('explain'))) {
    const read = await rowsRead(db, statement);
    rows += read.fromTables + read.fromIndexes;
    pages += read.pages;
  }
  return `${rows.toLocaleString('en-US')} rows, ${pages.toLocaleString('en-US')} pages`;
}

/** The CPU time of pages in sequence, which must stay below one second. */
export async function pagesInSequence(
  { many, size }: Sizes,
  { name, page }: { name: string; page: (number: number) => Promise<unknown> },
): Promise<Figure> {
  const duration = await many.cpuMs(async () => {
    for (let number = 1; number <= 40; number += 1) await page(number);
  });
  return {
    name: `CPU of ${name}, ${size}`,
    value: milliseconds(duration),
    baseline: '',
    target: 'below 1,000 ms',
    reached: duration < 1000,
  };
}
