/** One row of the table that `npm run bench` prints. */
export interface Figure {
  name: string;
  /** Measured, with its unit. */
  value: string;
  /** What it is measured against, from the same run; empty for a plain count. */
  baseline: string;
  target: string;
  reached: boolean;
}

export interface BenchCase {
  name: string;
  measure(): Promise<Figure[]>;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export const milliseconds = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
