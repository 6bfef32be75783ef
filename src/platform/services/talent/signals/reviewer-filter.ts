import { type Expression, type SqlBool, sql } from 'kysely';
import { filterKinds, splitByPrefix } from '../../../../tools/talent/filter-kind.ts';

/** Who viewed or screened: all users, all but the caller, or the named ones. */
type Reviewers = { ids: string[] } | { allBut: string } | 'everybody';

interface ReviewFilter {
  /** `me`, `others` and user ids; those with the prefix `-` must not have reviewed. */
  actors: string[] | undefined;
  viewerId: string;
  /** The column with the id of the signal. */
  signalId?: 'talent_signals.id' | 'talent_list_entries.signal_id';
}

/** Conditions on signals: reviewed by any of the actors, and by none of those that are excluded. */
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
  return ids.includes(viewerId) ? 'everybody' : { allBut: viewerId };
}

function reviews(table: string, { signalId, who }: { signalId: string; who: Reviewers }) {
  const ofSignal = sql`select 1 from ${sql.table(table)} as review where review.signal_id = ${sql.ref(signalId)}`;
  if (who === 'everybody') return ofSignal;
  if ('allBut' in who) return sql`${ofSignal} and review.user_id <> ${who.allBut}`;
  // Equality with one value lets the planner use what it knows about that value.
  const [only] = who.ids;
  return who.ids.length === 1
    ? sql`${ofSignal} and review.user_id = ${only}`
    : sql`${ofSignal} and review.user_id = any(${who.ids})`;
}
