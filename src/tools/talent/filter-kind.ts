/** What a filter does with its values: the operators of saved searches, and the prefix of excluded values in `signals_list`. */
export const filterKinds = {
  /** A column with one of the values. */
  anyOf: { operators: ['in'] },
  /** An array column with at least one of the values. */
  overlaps: { operators: ['in'] },
  /** A column with one of the names, and none of the excluded ones. */
  names: { operators: ['in', 'not_in'], prefix: '!' },
  /** Screened by one of the users, and by none of the excluded ones: `me`, `others` or user ids. */
  screenedBy: { operators: ['in', 'not_in'], prefix: '-' },
  /** A text that contains all words, or parts of words. */
  words: { operators: ['contains'] },
  atLeast: { operators: ['gte'] },
  after: { operators: ['after'] },
  betweenDays: { operators: ['between'] },
  /** A number of days back from now, or a point in time. */
  since: { operators: ['within_days', 'after'] },
} as const satisfies Record<string, FilterRules>;

export interface FilterRules {
  operators: readonly string[];
  prefix?: string;
}

export type FilterKind = keyof typeof filterKinds;

/** The values without and with a prefix that excludes; the latter without it. */
export function splitByPrefix(values: readonly string[], prefix: string): { included: string[]; excluded: string[] } {
  const isExcluded = (value: string) => value.startsWith(prefix);
  return {
    included: values.filter((value) => !isExcluded(value)),
    excluded: values.filter(isExcluded).map((value) => value.slice(prefix.length)),
  };
}
