import { type Expression, type SqlBool, sql } from 'kysely';

/** Who viewed or screened: all users, all but the caller, or the named ones. */
type Reviewers = { ids: string[] } | { allBut: string } | 'everybody';

/**
 * Conditions on `talent_signals` for a list of `me`, `others` and user ids: reviewed by any of them, and by none of
 * those with the prefix `-`.
 */
export function reviewedBy(
  table: 'talent_screenings' | 'talent_views',
  { actors, viewerId }: { actors: string[] | undefined; viewerId: string },
): Expression<SqlBool>[] {
  const wanted = (actors ?? []).filter((actor) => !actor.startsWith('-'));
  const unwanted = (actors ?? []).filter((actor) => actor.startsWith('-')).map((actor) => actor.slice(1));
  return [
    ...(wanted.length ? [sql<SqlBool>`exists (${reviews(table, reviewers(wanted, viewerId))})`] : []),
    ...(unwanted.length ? [sql<SqlBool>`not exists (${reviews(table, reviewers(unwanted, viewerId))})`] : []),
  ];
}

function reviewers(actors: string[], viewerId: string): Reviewers {
  const ids = [...new Set(actors.filter((actor) => actor !== 'others').map((id) => (id === 'me' ? viewerId : id)))];
  if (!actors.includes('others')) return { ids };
  return ids.includes(viewerId) ? 'everybody' : { allBut: viewerId };
}

function reviews(table: string, who: Reviewers) {
  const ofSignal = sql`select 1 from ${sql.table(table)} as review where review.signal_id = talent_signals.id`;
  if (who === 'everybody') return ofSignal;
  if ('allBut' in who) return sql`${ofSignal} and review.user_id <> ${who.allBut}`;
  // Equality with one value lets the planner use what it knows about that value.
  const [only] = who.ids;
  return who.ids.length === 1
    ? sql`${ofSignal} and review.user_id = ${only}`
    : sql`${ofSignal} and review.user_id = any(${who.ids})`;
}
