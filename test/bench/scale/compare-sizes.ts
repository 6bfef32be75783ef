import { type Figure, median, milliseconds } from '../figure.ts';
import type { FilledDatabase } from './filled-database.ts';

const rounds = 5;

/** The databases to compare. */
export interface Sizes {
  few: FilledDatabase;
  many: FilledDatabase;
  /** Number of rows in `many`, as in the names of figures. */
  size: string;
}

/** Compares the CPU time of the same work on both databases, in turns. */
export async function compareSizes(
  { few, many, size }: Sizes,
  { name, maxRatio, work }: { name: string; maxRatio: number; work: (database: FilledDatabase) => Promise<unknown> },
): Promise<Figure> {
  const times = { few: [0].slice(1), many: [0].slice(1) };
  await work(few);
  await work(many);
  for (let round = 0; round < rounds; round += 1) {
    times.few.push(await few.cpuMs(() => work(few)));
    times.many.push(await many.cpuMs(() => work(many)));
  }
  const ratio = median(times.many) / median(times.few);
  return {
    name: `CPU of ${name}, ${size}`,
    value: `${milliseconds(median(times.many))} (×${ratio.toFixed(2)})`,
    baseline: `${milliseconds(median(times.few))} with 2,000`,
    target: `at most ×${maxRatio}`,
    reached: ratio <= maxRatio,
  };
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
