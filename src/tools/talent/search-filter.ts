import type { z } from 'zod';
import { inputIssues } from '../input-issues.ts';
import type { InputIssue } from '../coded-error.ts';
import { signalsListFilter } from './signal.ts';
import { minRelativeEpochMs } from './vocabulary.ts';

/** The filters of `signals_list` alone, once read. */
export type SignalsFilter = z.output<typeof signalsListFilter>;

/** A filter as a saved search keeps it. */
export interface SearchFilter {
  key: string;
  operator: string;
  value: unknown;
}

type FilterKey = keyof SignalsFilter;

/** The keys are the parameters of `signals_list`; `not_in` stands for their prefixes that exclude. */
const operatorsOf = {
  age: ['in'],
  city: ['in', 'not_in'],
  country: ['in', 'not_in'],
  created_after: ['after'],
  customer_focus: ['in'],
  education_level: ['in'],
  fullname: ['contains'],
  gender: ['in'],
  industry: ['in', 'not_in'],
  origin: ['in', 'not_in'],
  past_companies: ['in'],
  past_education: ['in'],
  profile_tags: ['in'],
  region: ['in', 'not_in'],
  score: ['gte'],
  screened_by: ['in', 'not_in'],
  source: ['in'],
  time_range: ['between'],
  time_relative: ['within_days', 'after'],
  type: ['in'],
} as const satisfies Record<FilterKey, readonly string[]>;

const isFilterKey = (key: string): key is FilterKey => Object.hasOwn(operatorsOf, key);

/**
 * What is wrong with filters that `signals_list` could not run: an unknown key, an operator that the key does not take,
 * a value of the wrong shape, or both time filters; and with filters that say one thing and do another.
 * @returns issues that name `<index>.<key | operator | value>`
 */
export const filterIssues = (filters: readonly SearchFilter[]): InputIssue[] => [
  ...filters.flatMap((filter, index) =>
    issuesOf(filter).map(({ path, message }) => ({ path: [String(index), ...path], message })),
  ),
  ...bothTimes(filters),
];

/** The filters of `signals_list` that stored filters stand for; all of them must hold. What cannot run is left out. */
export const runnableFilters = (filters: SearchFilter[]): SignalsFilter[] =>
  filters.flatMap((filter) => read(filter).filter ?? []);

function issuesOf(filter: SearchFilter): InputIssue[] {
  const { issues } = read(filter);
  return issues.length > 0 ? issues : misleading(filter);
}

/** What can be run, and is not what its operator says: the prefixes of `signals_list` beside an operator, no day. */
function misleading({ key, operator, value }: SearchFilter): InputIssue[] {
  if (operator === 'within_days' && Number(value) < 1) return [{ path: ['value'], message: daysRule }];
  if (operator !== 'in' && operator !== 'not_in') return [];
  const prefix = prefixOf(key);
  const rule =
    operator === 'in'
      ? `must not begin with ${prefix} for ${key} in: what is excluded is given with not_in`
      : `must not begin with ${prefix} for ${key} not_in, which excludes by itself`;
  if (prefix === undefined) return [];
  if (!Array.isArray(value)) return String(value).startsWith(prefix) ? [{ path: ['value'], message: rule }] : [];
  return value.flatMap((name: unknown, index) =>
    String(name).startsWith(prefix) ? [{ path: ['value', String(index)], message: rule }] : [],
  );
}

const daysRule = `must be from 1 to ${minRelativeEpochMs - 1} for time_relative within_days`;

/** What excludes a value in the parameters of `signals_list`, of those that can be excluded. */
function prefixOf(key: string): string | undefined {
  if (!isFilterKey(key)) return undefined;
  const operators: readonly string[] = operatorsOf[key];
  if (!operators.includes('not_in')) return undefined;
  return key === 'screened_by' ? '-' : '!';
}

function bothTimes(filters: readonly SearchFilter[]): InputIssue[] {
  const keys = filters.map(({ key }) => key);
  const [range, relative] = [keys.indexOf('time_range'), keys.indexOf('time_relative')];
  if (range === -1 || relative === -1) return [];
  const [first, second] = range < relative ? ['time_range', relative] : ['time_relative', range];
  return [{ path: [String(second), 'key'], message: `must not be given together with ${first}` }];
}

function read({ key, operator, value }: SearchFilter): { filter?: SignalsFilter; issues: InputIssue[] } {
  if (!isFilterKey(key)) return refused('key', `must be a parameter of signals_list: ${JSON.stringify(key)} is none`);
  const operators: readonly string[] = operatorsOf[key];
  if (!operators.includes(operator)) return refused('operator', `must be ${operators.join(' or ')} for ${key}`);
  if (key === 'time_relative') {
    const isDays = Number(value) < minRelativeEpochMs;
    if (operator === 'within_days' && !isDays) return refused('value', daysRule);
    if (operator === 'after' && isDays)
      return refused('value', `must be epoch milliseconds from ${minRelativeEpochMs}`);
  }
  const checked = inputIssues(signalsListFilter, { [key]: asParameter(key, operator, value) });
  if ('data' in checked) return { filter: checked.data, issues: [] };
  return { issues: checked.issues.map(({ path, message }) => ({ path: ['value', ...path.slice(1)], message })) };
}

const refused = (part: string, message: string) => ({ issues: [{ path: [part], message }] });

/** The value as the parameter of `signals_list` takes it: numbers as text, excluded names with their prefix. */
function asParameter(key: FilterKey, operator: string, value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (operator !== 'in' && operator !== 'not_in') return value;
  const values = typeof value === 'string' ? [value] : value;
  if (operator === 'in' || !Array.isArray(values)) return values;
  const prefix = prefixOf(key) ?? '';
  return values.map((name: unknown) =>
    typeof name === 'string' && name && !name.startsWith(prefix) ? prefix + name : name,
  );
}
