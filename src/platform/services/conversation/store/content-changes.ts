import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../../database/tables/tables.ts';

/** The content of activities before it is replaced. */
export interface EarlierContent {
  /** Sets the update time of every activity whose content has changed but whose update time has not. */
  stampChanges(): Promise<void>;
}

/** Locks stored activities, and records their content and update times. Activities that are not stored are ignored. */
export async function recordContent(trx: Transaction<Tables>, ids: readonly string[]): Promise<EarlierContent> {
  // Lock in a statement of its own: the next one then sees what other transactions have committed until now.
  const stored = await trx
    .selectFrom('convo_activities')
    .select('id')
    .where('id', '=', (eb) => eb.fn.any(eb.val(ids)))
    .orderBy('id')
    .forUpdate()
    .execute();
  const storedIds = stored.map(({ id }) => id);
  const before = await contentOf(trx, storedIds);
  return {
    async stampChanges() {
      const after = await contentOf(trx, storedIds);
      const changed = storedIds.filter((id) => {
        const [old, current] = [before.get(id), after.get(id)];
        return old?.updatedAt === current?.updatedAt && old?.digest !== current?.digest;
      });
      if (changed.length === 0) return;
      await trx
        .updateTable('convo_activities')
        // Payloads have milliseconds; a caller that compares a payload with the stored time must find them equal.
        .set({ updated_at: sql<Date>`date_trunc('milliseconds', clock_timestamp())` })
        .where('id', '=', (eb) => eb.fn.any(eb.val(changed)))
        .execute();
    },
  };
}

/** Tables with rows of an activity, and the columns that order them. */
const contentTables = [
  ['convo_participants', 'position'],
  ['convo_segments', 'position'],
  ['convo_summaries', 'activity_id'],
  ['convo_action_items', 'position'],
  ['convo_questions', 'position'],
  ['convo_topic_matches', 'position'],
] as const;

/** Returns the update time of each activity, and a digest of what its tools return. */
async function contentOf(trx: Transaction<Tables>, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { updatedAt: string; digest: string }>();
  const digests = contentTables.map(
    ([table, position]) => sql`(
      select md5(string_agg(content::text, ',' order by content.${sql.ref(position)}))
      from ${sql.table(table)} as content
      where content.activity_id = activity.id
    )`,
  );
  const { rows } = await sql<{ id: string; updatedAt: string; digest: string }>`
    select
      id,
      updated_at::text as "updatedAt",
      concat_ws(
        ' ',
        md5((to_jsonb(activity) - array['updated_at', 'themes_digest'])::text),
        ${sql.join(digests.map((digest) => sql`coalesce(${digest}, '-')`))}
      ) as digest
    from convo_activities as activity
    where id = any(${ids})`.execute(trx);
  return new Map(rows.map(({ id, ...content }) => [id, content]));
}
