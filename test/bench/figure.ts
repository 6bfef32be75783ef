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

interface Measured {
  value: number;
  /** How the value and its target are printed; as a plain number by default. */
  show?: (value: number) => string;
  baseline?: string;
}

export const atMost = (
  name: string,
  { value, max, show = String, baseline = '' }: Measured & { max: number },
): Figure => ({ name, value: show(value), baseline, target: `at most ${show(max)}`, reached: value <= max });

export const atLeast = (
  name: string,
  { value, min, show = String, baseline = '' }: Measured & { min: number },
): Figure => ({ name, value: show(value), baseline, target: `at least ${show(min)}`, reached: value >= min });

/** The number of failures among `of` attempts; the target is no failure. */
export const none = (name: string, failures: number, of: number): Figure => ({
  name,
  value: `${failures} of ${of}`,
  baseline: '',
  target: 'none',
  reached: failures === 0 && of > 0,
});

export const milliseconds = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
export const megabytes = (value: number) => `${value} MB`;
export const percent = (share: number) => `${(share * 100).toFixed(0)} %`;

export interface BenchOptions {
  /** Workloads of `peers` or attacks of `block`; all if omitted. */
  only: string[] | undefined;
  /** Servers of `peers`; all if omitted. */
  servers: string[] | undefined;
  /** Number of measured rounds of `peers`; the median counts. */
  rounds: number;
  /**
   * Folder with the commit given by `--against`. `peers` also measures its graph, as `before`.
   * `block`, `memory` and `path` measure it instead of the working tree. `upgrade` upgrades from it.
   */
  copy: string | undefined;
}

export interface BenchCase {
  /** The argument of `npm run bench -- <name>`. */
  name: string;
  /** Whether the case runs only when it is named on the command line. */
  isOnlyNamed?: true;
  /** Whether the case measures a server of `test/system/ecosystem`. */
  needsEcosystem?: true;
  measure(options: BenchOptions): Promise<Figure[]>;
}

/** @throws Error if `names` contains a name that no item has */
export function chosen<Item>(items: Item[], nameOf: (item: Item) => string, names: string[] | undefined): Item[] {
  const unknown = names?.filter((name) => !items.some((item) => nameOf(item) === name)) ?? [];
  if (unknown.length > 0)
    throw new Error(`Unknown: ${unknown.join(', ')}. Available: ${items.map(nameOf).join(', ')}.`);
  return items.filter((item) => names?.includes(nameOf(item)) ?? true);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export const many = <Made>(count: number, make: (index: number) => Made): Made[] =>
  Array.from({ length: count }, (_, at) => make(at));
