import { type Expression, type SqlBool, sql } from 'kysely';
import type { TalentSignalTable } from '../../../database/tables/talent-tables.ts';
import { boundedDate } from '../../../../tools/date-bounds.ts';
import type { SignalsFilter } from '../../../../tools/talent/search-filter.ts';
import { minRelativeEpochMs } from '../../../../tools/talent/vocabulary.ts';
import { nameContains } from '../name-search.ts';
import { reviewedBy } from './reviewer-filter.ts';

type Column = keyof TalentSignalTable;
type Conditions = Expression<SqlBool>[];

const dayMs = 86_400_000;

/** The conditions on `talent_signals` that a filter of `signals_list` stands for; all of them must hold. */
export function signalConditions(
  filter: SignalsFilter,
  { viewerId, now }: { viewerId: string; now: Date },
): Conditions {
  return [
    ...anyOf('age_range', filter.age),
    ...names('city', filter.city),
    ...names('country', filter.country),
    ...anyOf('customer_focus', filter.customer_focus),
    ...anyOf('education_level', filter.education_level),
    ...anyOf('gender', filter.gender),
    ...names('industry', filter.industry),
    ...names('origin', filter.origin),
    ...overlaps('past_company_ids', filter.past_companies),
    ...overlaps('past_institution_ids', filter.past_education),
    ...overlaps('profile_tags', filter.profile_tags),
    ...names('region', filter.region),
    ...anyOf('source', filter.source),
    ...anyOf('type', filter.type),
    ...(filter.fullname === undefined ? [] : nameContains(filter.fullname)),
    ...(filter.score === undefined ? [] : [sql<SqlBool>`${ref('score')} >= ${Number(filter.score)}`]),
    ...reviewedBy('talent_screenings', { actors: filter.screened_by, viewerId }),
    ...discovered(filter, now),
  ];
}

const ref = (column: Column) => sql.ref(`talent_signals.${column}`);

/** Equality with one value keeps the order of an index, which `= any` does not. */
function anyOf(column: Column, values: string[] | undefined): Conditions {
  if (!values?.length) return [];
  const [only] = values;
  return values.length === 1
    ? [sql<SqlBool>`${ref(column)} = ${only}`]
    : [sql<SqlBool>`${ref(column)} = any(${values})`];
}

/** Names with the prefix `!` are excluded; a signal without a value is excluded by none of them. */
function names(column: Column, values: string[] | undefined): Conditions {
  const excluded = (values ?? []).filter((name) => name.startsWith('!')).map((name) => name.slice(1));
  return [
    ...anyOf(
      column,
      values?.filter((name) => !name.startsWith('!')),
    ),
    ...(excluded.length ? [sql<SqlBool>`(${ref(column)} is null or ${ref(column)} <> all(${excluded}))`] : []),
  ];
}

const overlaps = (column: Column, values: string[] | undefined): Conditions =>
  values?.length ? [sql<SqlBool>`${ref(column)} && ${values}::text[]`] : [];

function discovered({ created_after: after, time_range: range, time_relative: relative }: SignalsFilter, now: Date) {
  const conditions: Conditions = [];
  if (after !== undefined) conditions.push(sql`${ref('discovered_at')} > ${boundedDate(Number(after))}`);
  if (range) {
    const [from, to] = range.map((day) => Date.parse(`${day}T00:00:00Z`));
    if (from !== undefined) conditions.push(sql`${ref('discovered_at')} >= ${boundedDate(from)}`);
    if (to !== undefined) conditions.push(sql`${ref('discovered_at')} < ${boundedDate(to + dayMs)}`);
  }
  if (relative !== undefined) {
    const value = Number(relative);
    const since = value < minRelativeEpochMs ? now.getTime() - value * dayMs : value;
    conditions.push(sql`${ref('discovered_at')} >= ${boundedDate(since)}`);
  }
  return conditions;
}
