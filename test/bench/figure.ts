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

export interface BenchOptions {
  /** Duration of a load that runs for minutes: `--minutes`. */
  minutes: number;
  /** Names of the workloads of `peers` or the parts of `scale`, and of the servers of `peers`; all when missing. */
  workloads: string[] | undefined;
  servers: string[] | undefined;
  /** Measured rounds of `peers`, of which the median counts. */
  rounds: number;
  /** Number of signals and of activities that `scale` stores. */
  rows: number;
  /** Start of the names of the databases that `scale` fills and does not drop; without it, `scale` drops them. */
  database: string | undefined;
  /** Path of another checkout, whose graph `peers` measures as `before`. */
  baseline: string | undefined;
}

export interface BenchCase {
  /** The argument of `npm run bench -- <name>`. */
  name: string;
  measure(options: BenchOptions): Promise<Figure[]>;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The smallest value that at least `percent` per cent of the values do not exceed. */
export const percentile = (values: readonly number[], percent: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil((values.length * percent) / 100) - 1] ?? Number.NaN;

export const milliseconds = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
