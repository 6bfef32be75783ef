/** One row of the table that `npm run bench` prints. */
export interface Figure {
  name: string;
  /** The measured value with its unit. */
  value: string;
  /** The value to compare with, from the same run; empty for a plain count. */
  baseline: string;
  target: string;
  reached: boolean;
}

export interface BenchCase {
  /** The argument of `npm run bench -- <name>`. */
  name: string;
  measure(): Promise<Figure[]>;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export const milliseconds = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
