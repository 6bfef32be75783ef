import { type Expression, type SqlBool, sql } from 'kysely';
import { filterKinds, splitByPrefix } from '../../../../tools/talent/filter-kind.ts';

/** The users whose views or screenings a filter looks for: those in `ids`, all users but one, or all users. */
type Reviewers = { ids: string[] } | { allBut: string } | 'all';

interface ReviewFilter {
  /** `me`, `others` or user ids; a `-` before a user excludes the signals that the user viewed or screened. */
  actors: string[] | undefined;
  viewerId: string;
  /** The column of the query that contains the id of the signal. */
  signalId?: 'talent_signals.id' | 'talent_list_entries.signal_id';
}

/** A signal must have been viewed or screened by at least one of the included and none of the excluded users. */
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
  // Compare a single id with `=`, so that the query planner can use the statistics of this id; `= any` prevents that.
  const [only] = who.ids;
  return who.ids.length === 1
    ? sql`${ofSignal} and review.user_id = ${only}`
    : sql`${ofSignal} and review.user_id = any(${who.ids})`;
}
