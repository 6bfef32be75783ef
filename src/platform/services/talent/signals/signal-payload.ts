import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../../database/open-database.ts';
import type { TalentSignalTable, TalentUserTable } from '../../../database/tables/talent-tables.ts';
import type { signalPayload } from '../../../../tools/talent/signal.ts';
import { userPayload, type UserPayload } from '../users.ts';

export type SignalRow = Selectable<TalentSignalTable>;
type SignalPayload = z.input<typeof signalPayload>;

/** A user with a view, screening or tagging. Taggings are stored with the signal, so only their users are loaded. */
type Mention = { userId: string } & Pick<TalentUserTable, 'name' | 'email'> &
  (
    | { kind: 'view'; signalId: string; at: Date }
    | { kind: 'screening'; signalId: string; at: Date }
    | { kind: 'tagging'; signalId: null; at: null }
  );

/** Returns payloads in the order of `rows`. Runs one SQL statement. */
export async function signalPayloads(db: Db, rows: SignalRow[], viewerId: string): Promise<SignalPayload[]> {
  const mentions = await loadMentions(db, rows);
  const users = new Map(
    mentions.map(({ userId: id, name, email }) => [id, userPayload({ id, name, email }, viewerId)]),
  );
  const userOf = (id: string) => users.get(id) ?? userPayload({ id, name: null, email: null }, viewerId);
  const bySignal = Map.groupBy(mentions, ({ signalId }) => signalId);
  return rows.map((row) => rowToPayload(row, { viewerId, userOf, mentions: bySignal.get(row.id) ?? [] }));
}

/** Returns payloads by id. Runs two SQL statements. */
export async function loadSignals(
  db: Db,
  { ids, viewerId }: { ids: string[]; viewerId: string },
): Promise<Map<string, SignalPayload>> {
  const rows = await db
    .selectFrom('talent_signals')
    .selectAll()
    .where('id', '=', (eb) => eb.fn.any(eb.val(ids)))
    .execute();
  return new Map((await signalPayloads(db, rows, viewerId)).map((payload) => [payload.id, payload]));
}

/** Loads the users who viewed, screened or tagged signals. Views and screenings are sorted oldest first. */
async function loadMentions(db: Db, signals: SignalRow[]): Promise<Mention[]> {
  const signalIds = signals.map(({ id }) => id);
  const taggers = signals.flatMap(({ taggings }) => taggings.flatMap(({ tagged_by: user }) => user ?? []));
  const found = sql<Mention>`
    select mention.kind, mention.signal_id as "signalId", mention.at, mention.user_id as "userId", users.name, users.email
    from (
      select 'view' as kind, signal_id, viewed_at as at, user_id from talent_views where signal_id = any(${signalIds})
      union all
      select 'screening', signal_id, screened_at, user_id from talent_screenings where signal_id = any(${signalIds})
      union all
      select distinct 'tagging', null, null::timestamptz, user_id from unnest(${taggers}::text[]) as user_id
    ) as mention
    left join talent_users as users on users.id = mention.user_id
    order by mention.at, mention.user_id`;
  return (await found.execute(db)).rows;
}

function rowToPayload(
  row: SignalRow,
  related: { viewerId: string; userOf: (userId: string) => UserPayload; mentions: Mention[] },
): SignalPayload {
  const { viewerId, userOf, mentions } = related;
  const { past_company_ids: _companies, past_institution_ids: _institutions, ...profile } = row;
  const views = mentions.filter((mention) => mention.kind === 'view');
  const screenings = mentions.filter((mention) => mention.kind === 'screening');
  return {
    ...profile,
    discovered_at: row.discovered_at.toISOString(),
    taggings: row.taggings.map(({ tag, created_at: createdAt, tagged_by: user }) => ({
      tag,
      created_at: createdAt ?? null,
      tagged_by: user == null ? null : userOf(user),
    })),
    views: views.map(({ userId, at }) => ({ user: userOf(userId), viewed_at: at.toISOString() })),
    screenings: screenings.map(({ userId, at }) => ({ user: userOf(userId), screened_at: at.toISOString() })),
    viewer_has_viewed: views.some(({ userId }) => userId === viewerId),
    viewer_has_screened: screenings.some(({ userId }) => userId === viewerId),
  };
}
