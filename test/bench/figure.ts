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
  /** Workloads of `peers` or attacks of `block`; all if omitted. */
  only: string[] | undefined;
  /** Servers of `peers`; all if omitted. */
  servers: string[] | undefined;
  /** Measured rounds of `peers` and `embedded`, of which the median counts. */
  rounds: number;
  /** Number of signals that `upgrade` and `faults` store, at most 300,000. */
  rows: number;
  /** How long the faults of `faults` last. */
  minutes: number;
  /** Path of another checkout, whose graph `peers` measures as `before`, and `block` in place of this one; `faults` upgrades from it. */
  root: string | undefined;
  /** Whether `path` prints the names of the files. */
  list: boolean;
}

export interface BenchCase {
  /** The argument of `npm run bench -- <name>`. */
  name: string;
  /** Whether it runs only when it is named. */
  isOnlyNamed?: true;
  /** Whether it measures a server of `test/system/ecosystem`. */
  needsEcosystem?: true;
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
