import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { filterKinds, splitByPrefix } from '../../../../tools/talent/filter-kind.ts';

interface ReviewFilter {
  /** `me`, `others` or user ids; a leading `-` excludes. */
  actors: string[] | undefined;
  viewerId: string;
  signalId?: 'talent_signals.id' | 'talent_list_entries.signal_id';
}

/** Returns conditions: if users are included, one of them viewed or screened the signal; no excluded user did. */
export function reviewedBy(
  table: 'talent_screenings' | 'talent_views',
  { actors, viewerId, signalId = 'talent_signals.id' }: ReviewFilter,
): Expression<SqlBool>[] {
  const { included, excluded } = splitByPrefix(actors ?? [], filterKinds.screenedBy.prefix);
  const reviewsBy = (some: string[]) => reviews(table, { actors: some, viewerId, signalId });
  return [
    ...(included.length ? [sql<SqlBool>`exists (${reviewsBy(included)})`] : []),
    ...(excluded.length ? [sql<SqlBool>`not exists (${reviewsBy(excluded)})`] : []),
  ];
}

function reviews(
  table: string,
  { actors, viewerId, signalId }: { actors: string[]; viewerId: string; signalId: string },
): RawBuilder<unknown> {
  const ofSignal = sql`select 1 from ${sql.table(table)} as review where review.signal_id = ${sql.ref(signalId)}`;
  const ids = [...new Set(actors.filter((actor) => actor !== 'others').map((id) => (id === 'me' ? viewerId : id)))];
  if (actors.includes('others')) {
    return ids.includes(viewerId) ? ofSignal : sql`${ofSignal} and review.user_id <> ${viewerId}`;
  }
  // Unlike `= any`, `=` lets the planner use the statistics of this id.
  const [only] = ids;
  return ids.length === 1
    ? sql`${ofSignal} and review.user_id = ${only}`
    : sql`${ofSignal} and review.user_id = any(${ids})`;
}
