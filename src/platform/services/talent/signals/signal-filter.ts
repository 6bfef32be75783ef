import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { TalentSignalTable } from '../../../database/tables/talent-tables.ts';
import { boundedDate } from '../../../../tools/rules/date-bounds.ts';
import { type FilterKind, filterKinds, splitByPrefix } from '../../../../tools/talent/filter-kind.ts';
import {
  type FilterKey,
  isFilterKey,
  signalFilters,
  type SignalsFilter,
} from '../../../../tools/talent/signal-filter.ts';
import { minRelativeEpochMs } from '../../../../tools/talent/vocabulary.ts';
import { containsWords } from '../name-search.ts';
import { reviewedBy } from './reviewer-filter.ts';

type Conditions = Expression<SqlBool>[];

interface View {
  viewerId: string;
  now: Date;
}

/** The columns whose names differ from those of their filters. */
const filterColumns = {
  fullname: 'full_name',
  age: 'age_range',
  past_companies: 'past_company_ids',
  past_education: 'past_institution_ids',
  screened_by: 'id',
  created_after: 'discovered_at',
  time_range: 'discovered_at',
  time_relative: 'discovered_at',
} as const;

const isRenamed = (key: FilterKey): key is keyof typeof filterColumns => Object.hasOwn(filterColumns, key);

const columnOf = (key: FilterKey): keyof TalentSignalTable => (isRenamed(key) ? filterColumns[key] : key);

export const signalConditions = (filter: SignalsFilter, view: View): Conditions => {
  const hasCareer = Boolean(filter.past_companies?.length || filter.past_education?.length);
  return Object.keys(filter)
    .filter(isFilterKey)
    .flatMap((key) => {
      const values = [filter[key] ?? []].flat();
      if (values.length === 0) return [];
      const column = sql.ref(`talent_signals.${columnOf(key)}`);
      if (key === 'country' && hasCareer) return countryInFacets({ values, column, view });
      return conditionsOf[signalFilters[key].kind]({ values, column, view });
    });
};

interface Condition {
  /** Not empty. */
  values: string[];
  column: RawBuilder<unknown>;
  view: View;
}

const dayMs = 86_400_000;

const conditionsOf: Record<FilterKind, (condition: Condition) => Conditions> = {
  anyOf,
  overlaps: ({ values, column }) => [sql`${column} && ${values}::text[]`],
  names: ({ values, column, view }) => {
    const { included, excluded } = splitByPrefix(values, filterKinds.names.prefix);
    return [
      ...anyOf({ values: included, column, view }),
      // Signals without a value match, too: they do not have an excluded one.
      ...(excluded.length ? [sql<SqlBool>`(${column} is null or ${column} <> all(${excluded}))`] : []),
    ];
  },
  screenedBy: ({ values, view: { viewerId } }) => reviewedBy('talent_screenings', { actors: values, viewerId }),
  words: ({ values, column }) => values.flatMap((search) => containsWords(column, search)),
  atLeast: ({ values: [minimum], column }) => [sql`${column} >= ${Number(minimum)}`],
  after: ({ values: [epochMs], column }) => [sql`${column} > ${boundedDate(Number(epochMs))}`],
  betweenDays: ({ values, column }) => {
    const [from = 0, to = 0] = values.map((day) => Date.parse(`${day}T00:00:00Z`));
    return [sql`${column} >= ${boundedDate(from)}`, sql`${column} < ${boundedDate(to + dayMs)}`];
  },
  since: ({ values: [text], column, view }) => {
    const value = Number(text);
    const epochMs = value < minRelativeEpochMs ? view.now.getTime() - value * dayMs : value;
    return [sql`${column} >= ${boundedDate(epochMs)}`];
  },
};

/** The index contains the country as an array of one element. */
function countryInFacets({ values, column, view }: Condition): Conditions {
  const { included, excluded } = splitByPrefix(values, filterKinds.names.prefix);
  return [
    ...(included.length ? [sql<SqlBool>`array[${column}] && ${included}::text[]`] : []),
    ...conditionsOf.names({ values: excluded.map((value) => `${filterKinds.names.prefix}${value}`), column, view }),
  ];
}

/** Unlike `= any`, `=` lets the query use the sort order of an index. */
function anyOf({ values, column }: Condition): Conditions {
  if (values.length === 0) return [];
  const [only] = values;
  return [values.length === 1 ? sql`${column} = ${only}` : sql`${column} = any(${values})`];
}
