import { type Expression, type SqlBool, sql } from 'kysely';
import { filterKinds, splitByPrefix } from '../../../../tools/talent/filter-kind.ts';

type Reviewers = { ids: string[] } | { allBut: string } | 'all';

interface ReviewFilter {
  /** `me`, `others` or user ids; a leading `-` excludes. */
  actors: string[] | undefined;
  viewerId: string;
  signalId?: 'talent_signals.id' | 'talent_list_entries.signal_id';
}

/** Viewed or screened by at least one of the included and none of the excluded users. */
export function reviewedBy(
  table: 'talent_screenings' | 'talent_views',
  { actors, viewerId, signalId = 'talent_signals.id' }: ReviewFilter,
): Expression<SqlBool>[] {
  const { included, excluded } = splitByPrefix(actors ?? [], filterKinds.screenedBy.prefix);
  const reviewsBy = (some: string[]) => reviews(table, { signalId, who: reviewers(some, viewerId) });
  return [
    ...(included.length ? [sql<SqlBool>`exists (${reviewsBy(included)})`] : []),
    ...(excluded.length ? [sql<SqlBool>`not exists (${reviewsBy(excluded)})`] : []),
  ];
}

function reviewers(actors: string[], viewerId: string): Reviewers {
  const ids = [...new Set(actors.filter((actor) => actor !== 'others').map((id) => (id === 'me' ? viewerId : id)))];
  if (!actors.includes('others')) return { ids };
  return ids.includes(viewerId) ? 'all' : { allBut: viewerId };
}

function reviews(table: string, { signalId, who }: { signalId: string; who: Reviewers }) {
  const ofSignal = sql`select 1 from ${sql.table(table)} as review where review.signal_id = ${sql.ref(signalId)}`;
  if (who === 'all') return ofSignal;
  if ('allBut' in who) return sql`${ofSignal} and review.user_id <> ${who.allBut}`;
  // Unlike `= any`, `=` lets the planner use the statistics of this id.
  const [only] = who.ids;
  return who.ids.length === 1
    ? sql`${ofSignal} and review.user_id = ${only}`
    : sql`${ofSignal} and review.user_id = any(${who.ids})`;
}
