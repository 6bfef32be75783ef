import { type InputIssue, inputIssues } from '../rules/input-issues.ts';
import { isOneTypoAway } from '../rules/one-typo.ts';
import { filterKinds, type FilterRules } from './filter-kind.ts';
import { filterEntries, isFilterKey, signalFilters } from './signal-filter.ts';
import { filterParameters, type SignalsFilter } from './filter-parameters.ts';
import { minRelativeEpochMs } from './vocabulary.ts';

/** A filter as stored in a saved search, which excludes values with the operator `not_in` instead of a prefix. */
export interface SearchFilter {
  key: string;
  operator: string;
  value: unknown;
}

/** Finds filters that cannot run or are misleading. @returns issues with the path `<index>.<key | operator | value>` */
export const filterIssues = (filters: readonly SearchFilter[]): InputIssue[] => [
  ...filters.flatMap((filter, index) =>
    issuesOf(filter).map(({ path, message }) => ({ path: [String(index), ...path], message })),
  ),
  ...conflictingTimes(filters),
];

/** Converts filters to parameters of `signals_list`; a signal must match all of them. Omits filters that cannot run. */
export const runnableFilters = (filters: SearchFilter[]): SignalsFilter[] =>
  filters.flatMap((filter) => parse(filter).parameters ?? []);

/** Merges filters into parameters, also filters that cannot run: the input schema of the tool rejects them. */
export function toParameters(filters: readonly SearchFilter[]): SignalsFilter;
// An overload, because TypeScript cannot follow computed keys.
export function toParameters(filters: readonly SearchFilter[]): Record<string, unknown> {
  const parameters: Record<string, unknown> = {};
  for (const filter of filters) {
    const [known, value] = [parameters[filter.key], asParameter(filter)];
    parameters[filter.key] = Array.isArray(known) && Array.isArray(value) ? [...known, ...value] : value;
  }
  return parameters;
}

const rulesOf = (key: string): FilterRules | undefined =>
  isFilterKey(key) ? filterKinds[signalFilters[key].kind] : undefined;

function issuesOf(filter: SearchFilter): InputIssue[] {
  const { issues } = parse(filter);
  return issues.length > 0 ? issues : misleadingIssues(filter);
}

/** Returns issues of filters that run, but not as meant: a value that begins with a prefix, or less than one day. */
function misleadingIssues({ key, operator, value }: SearchFilter): InputIssue[] {
  if (operator === 'within_days' && Number(value) < 1) return [{ path: ['value'], message: daysRule }];
  const prefix = rulesOf(key)?.prefix;
  if (prefix === undefined) return [];
  const rule =
    operator === 'in'
      ? `must not begin with ${prefix}; use the operator not_in to exclude`
      : `must not begin with ${prefix}: the operator not_in already excludes`;
  if (!Array.isArray(value)) return String(value).startsWith(prefix) ? [{ path: ['value'], message: rule }] : [];
  return value.flatMap((name: unknown, index) =>
    String(name).startsWith(prefix) ? [{ path: ['value', String(index)], message: rule }] : [],
  );
}

const daysRule = `must be from 1 to ${minRelativeEpochMs - 1} for time_relative within_days`;

function conflictingTimes(filters: readonly SearchFilter[]): InputIssue[] {
  const keys = filters.map(({ key }) => key);
  const [range, relative] = [keys.indexOf('time_range'), keys.indexOf('time_relative')];
  if (range === -1 || relative === -1) return [];
  const [otherKey, index] = range < relative ? ['time_range', relative] : ['time_relative', range];
  return [{ path: [String(index), 'key'], message: `must not be combined with ${otherKey}` }];
}

function parse(filter: SearchFilter): { parameters?: SignalsFilter; issues: InputIssue[] } {
  const { key, operator, value } = filter;
  const operators = rulesOf(key)?.operators;
  if (!operators) return rejected('key', `must be ${knownKey(key)}`);
  if (!operators.includes(operator)) return rejected('operator', `must be ${operators.join(' or ')} for ${key}`);
  if (key === 'time_relative') {
    const isDays = Number(value) < minRelativeEpochMs;
    if (operator === 'within_days' && !isDays) return rejected('value', daysRule);
    if (operator === 'after' && isDays)
      return rejected('value', `must be epoch milliseconds, at least ${minRelativeEpochMs}`);
  }
  const checked = inputIssues(filterParameters, { [key]: asParameter(filter) });
  if ('data' in checked) return { parameters: checked.data, issues: [] };
  return { issues: checked.issues.map(({ path, message }) => ({ path: ['value', ...path.slice(1)], message })) };
}

/** Suggests the parameter whose name, or whose field in the graph, is similar; otherwise lists all parameters. */
function knownKey(key: string): string {
  const meant = filterEntries.find(([known, filter]) =>
    [known, 'field' in filter ? filter.field : known].some((name) => isOneTypoAway(key, name)),
  );
  return meant
    ? `a parameter of signals_list (did you mean ${meant[0]}?)`
    : `one of ${filterEntries.map(([known]) => known).join(', ')}`;
}

const rejected = (part: string, message: string) => ({ issues: [{ path: [part], message }] });

/** A number becomes text, a single text of `in` or `not_in` becomes a list, and excluded values get their prefix. */
function asParameter({ key, operator, value }: SearchFilter): unknown {
  if (typeof value === 'number') return String(value);
  if (operator !== 'in' && operator !== 'not_in') return value;
  const values = typeof value === 'string' ? [value] : value;
  if (operator === 'in' || !Array.isArray(values)) return values;
  const prefix = rulesOf(key)?.prefix ?? '';
  return values.map((name: unknown) =>
    typeof name === 'string' && name && !name.startsWith(prefix) ? prefix + name : name,
  );
}
