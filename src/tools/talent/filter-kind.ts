/** The kinds of filters. `operators` are those of saved searches; `prefix` marks excluded values in `signals_list`. */
export const filterKinds = {
  /** The column has one of the values. */
  anyOf: { operators: ['in'] },
  /** The array column contains at least one of the values. */
  overlaps: { operators: ['in'] },
  /** If names are included, the column has one of them. It has none of the excluded names. */
  names: { operators: ['in', 'not_in'], prefix: '!' },
  /** If users are included, one of them screened the signal; no excluded user did. Users are `me`, `others` or ids. */
  screenedBy: { operators: ['in', 'not_in'], prefix: '-' },
  /** The text contains all of the words or word parts. */
  words: { operators: ['contains'] },
  atLeast: { operators: ['gte'] },
  after: { operators: ['after'] },
  betweenDays: { operators: ['between'] },
  /** The time is within a number of days before now, or at or after a point in time. */
  since: { operators: ['within_days', 'after'] },
} as const satisfies Record<string, FilterRules>;

export interface FilterRules {
  operators: readonly string[];
  prefix?: string;
}

export type FilterKind = keyof typeof filterKinds;

/** Splits values into those without the prefix (included) and those with it (excluded), and removes the prefix. */
export function splitByPrefix(values: readonly string[], prefix: string): { included: string[]; excluded: string[] } {
  const isExcluded = (value: string) => value.startsWith(prefix);
  return {
    included: values.filter((value) => !isExcluded(value)),
    excluded: values.filter(isExcluded).map((value) => value.slice(prefix.length)),
  };
}
