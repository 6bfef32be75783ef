import { type Expression, type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../database/open-database.ts';
import type { Tables } from '../../../database/tables/tables.ts';
import type { ToolPayload } from '../../../../tools/tool.ts';
import { type FilterKey, isFilterKey, signalFilters } from '../../../../tools/talent/signal-filter.ts';
import type { SignalsFilter } from '../../../../tools/talent/filter-parameters.ts';
import type { signalTools } from '../../../../tools/talent/signal.ts';
import { boundedTotal } from '../../bounded-total.ts';
import { type PageInput, readPage } from '../paging.ts';
import type { TalentParts } from '../talent-parts.ts';
import type { TalentSignalTable } from '../../../database/tables/talent-tables.ts';
import { boundedDate } from '../../../../tools/rules/date-bounds.ts';
import { type FilterKind, filterKinds, splitByPrefix } from '../../../../tools/talent/filter-kind.ts';
import { minRelativeEpochMs } from '../../../../tools/talent/vocabulary.ts';
import { containsWords } from '../name-search.ts';
import { reviewedBy } from './reviewer-filter.ts';
import { signalPayloads } from './signal-payload.ts';

/** Maximum number of signals that are counted. Rows are wide: counting more takes longer than loading the page. */
const maxSignalTotal = 2_500;

/** Maximum estimate up to which signals are counted: twice `maxSignalTotal`, because estimates are inexact. */
const maxEstimatedTotal = 5_000;

/** Number of stored signals above which only `maxLargeTableTotal` signals are counted. */
const largeTableSignals = 100_000;

/**
 * Maximum number of matches that is counted in a large table. Finding the few matches of several filters can require
 * reading all matches of one filter, which the planner's estimates do not predict.
 */
const maxLargeTableTotal = 1_000;

type Matching = SelectQueryBuilder<Tables, 'talent_signals', object>;

/** Loads a page with at most four SQL statements. Without `screened_by`, leaves out signals the viewer has screened. */
export async function signalPage(
  { db, now }: TalentParts,
  { filters, page, viewerId }: { filters: SignalsFilter[]; page: PageInput; viewerId: string },
): Promise<ToolPayload<typeof signalTools.signals_list>> {
  const view = { viewerId, now: now() };
  const conditions = filters.flatMap((filter) => signalConditions(filter, view));
  if (!filters.some((filter) => filter.screened_by?.length)) {
    conditions.push(...reviewedBy('talent_screenings', { actors: ['-me'], viewerId }));
  }
  const matching = db.selectFrom('talent_signals').where((eb) => eb.and(conditions));
  const newest = matching
    .selectAll()
    .select(estimatedSignalCount)
    .orderBy('discovered_at', 'desc')
    .orderBy('id', 'desc');
  const { rows, ...position } = await readPage(newest, page);
  const isWhole = position.page === 1 && !position.has_more;
  const estimatedCount = rows[0]?.estimated_signal_count ?? 0;
  const signals = rows.map(({ estimated_signal_count: _estimate, ...signal }) => signal);
  const [items, total] = await Promise.all([
    signalPayloads(db, signals, viewerId),
    isWhole ? rows.length : signalTotal(db, matching, estimatedCount),
  ]);
  return { items, ...position, total };
}

/** The planner's estimate of the number of signals; -1 before the table is first analyzed. */
const estimatedSignalCount = sql<number>`(select reltuples from pg_class where oid = 'talent_signals'::regclass)`.as(
  'estimated_signal_count',
);

/** Counts the matches; returns null if there are or may be too many. */
async function signalTotal(db: Db, matching: Matching, estimatedCount: number): Promise<number | null> {
  if (estimatedCount > largeTableSignals) return boundedTotal(db, matching, maxLargeTableTotal);
  const mayBeTooMany = estimatedCount === -1 || estimatedCount > maxEstimatedTotal;
  if (mayBeTooMany && (await estimatedRows(matching)) > maxEstimatedTotal) return null;
  return boundedTotal(db, matching, maxSignalTotal);
}

const planSchema = z.tuple([
  z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })]) }),
]);

/** Returns the planner's estimate, without running the query. */
async function estimatedRows(matching: Matching): Promise<number> {
  const [row] = planSchema.parse(await matching.select(sql`1`.as('one')).explain('json'));
  return row['QUERY PLAN'][0].Plan['Plan Rows'];
}

type Conditions = Expression<SqlBool>[];

interface View {
  viewerId: string;
  now: Date;
}

/** Columns whose names differ from the names of their filters. */
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

const signalConditions = (filter: SignalsFilter, view: View): Conditions => {
  const hasCareer = Boolean(filter.past_companies?.length || filter.past_education?.length);
  return Object.keys(filter)
    .filter(isFilterKey)
    .flatMap((key) => {
      const values = [filter[key] ?? []].flat();
      if (values.length === 0) return [];
      const column = sql.ref(`talent_signals.${columnOf(key)}`);
      if (key === 'country' && hasCareer) return countryWithCareer({ values, column, view });
      return conditionsOf[signalFilters[key].kind]({ values, column, view });
    });
};

interface Condition {
  /** The values of the filter; not empty. */
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
      // Signals without a value match too, because they do not have an excluded value.
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

/** Conditions for `talent_signals_facets`, an index of careers and tags that has the country as a one-element array. */
function countryWithCareer({ values, column, view }: Condition): Conditions {
  const { included, excluded } = splitByPrefix(values, filterKinds.names.prefix);
  return [
    ...(included.length ? [sql<SqlBool>`array[${column}] && ${included}::text[]`] : []),
    ...conditionsOf.names({ values: excluded.map((value) => `${filterKinds.names.prefix}${value}`), column, view }),
  ];
}

/** Compares a single value with `=`, which lets the query use the sort order of an index, unlike `= any`. */
function anyOf({ values, column }: Condition): Conditions {
  if (values.length === 0) return [];
  const [only] = values;
  return [values.length === 1 ? sql`${column} = ${only}` : sql`${column} = any(${values})`];
}
