import { type Insertable, type RawBuilder, sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import { inTransaction } from '../../../database/in-transaction.ts';
import type { Db } from '../../../database/open-database.ts';
import { toColumns } from '../../../database/record-columns.ts';
import { batchesOf, upsertRows } from '../../../database/store-rows.ts';
import type { ConversationActivityTable } from '../../../database/tables/conversation-tables.ts';
import type { Tables } from '../../../database/tables/tables.ts';
import { activityFields, type activityPayload, participantFields } from '../../../../tools/conversation/activity.ts';
import type { ImportedRecord } from '../../../../tools/record-fields.ts';
import { importedMatchesDigest } from './themes.ts';
import { type WithOrganizationId, organizationIdFinder } from './store-organization.ts';
import { type OutputsRecord, storeOutputs } from './store-outputs.ts';

export type ParticipantRecord = ImportedRecord<typeof participantFields>;

export type ActivityRecord = ImportedRecord<typeof activityFields> &
  Pick<z.input<typeof activityPayload>, 'processing'> &
  Omit<OutputsRecord, 'activity_id'> &
  WithOrganizationId & {
    participants?: readonly ParticipantRecord[] | null | undefined;
    /** Topic matches without a digest count as imported. */
    themes_digest?: string;
  };

/**
 * Replaces activities with the same id. Lists and outputs that a record does not have stay stored. If the content
 * changes, but the record's update time is not later than the stored time, the update time becomes the current time.
 * Users must be stored first.
 * @throws ZodError when a time cannot be parsed
 */
export async function storeActivities(db: Db, activities: readonly ActivityRecord[]): Promise<void> {
  await inTransaction(db, async (trx) => {
    const organizationIdOf = await organizationIdFinder(trx, activities);
    for (const batch of batchesOf(activities, ({ id }) => id)) {
      const ids = batch.map(({ id }) => id);
      const earlier = await lockContent(trx, ids);
      await upsertRows(trx, 'convo_activities', {
        rows: batch.map((activity) => activityRow(activity, organizationIdOf(activity))),
        key: ['id'],
        merge: {
          updated_at: sql`greatest(excluded.updated_at, convo_activities.updated_at)`,
          themes_digest: sql`coalesce(excluded.themes_digest, convo_activities.themes_digest)`,
        },
      });
      await storeParticipants(
        trx,
        batch.flatMap(({ id, participants }) =>
          participants === undefined ? [] : [{ activity_id: id, participants: participants ?? [] }],
        ),
      );
      await storeOutputs(
        trx,
        batch.map((activity) => ({ ...activity, activity_id: activity.id })),
      );
      await stampChanges(trx, earlier);
    }
  });
}

function activityRow(activity: ActivityRecord, organizationId: string): Insertable<ConversationActivityTable> {
  const { processing, topic_matches: topicMatches } = activity;
  const columns = toColumns(activityFields, activity);
  return {
    ...columns,
    organization_id: organizationId,
    // Without an update time, assume the end of the activity, or its start if the end is unknown.
    updated_at: columns.updated_at ?? columns.completed_at ?? columns.started_at,
    processing_state: processing?.state ?? null,
    processing_failure: processing?.failure ?? null,
    processing_skipped_cues: processing?.skipped_cues ?? null,
    processing_warnings: processing?.warnings ?? [],
    themes_digest: activity.themes_digest ?? (topicMatches === undefined ? null : importedMatchesDigest),
  };
}

/** Replaces participants. Outputs of participants who are no longer in the list lose their speaker. */
export async function storeParticipants(
  db: Db,
  activities: readonly { activity_id: string; participants: readonly ParticipantRecord[] }[],
): Promise<void> {
  if (activities.length === 0) return;
  const rows = activities.flatMap(({ activity_id, participants }) =>
    participants.map((participant, position) => ({
      ...toColumns(participantFields, participant),
      activity_id,
      position,
    })),
  );
  const activityIds = activities.map(({ activity_id: id }) => id);
  const participantIds = rows.map(({ id }) => id);
  await db
    .deleteFrom('convo_participants')
    .where('activity_id', '=', (eb) => eb.fn.any(eb.val(activityIds)))
    .where('id', '!=', (eb) => eb.fn('all', [eb.val(participantIds)]))
    .execute();
  await upsertRows(db, 'convo_participants', { rows, key: ['id'] });
}

type Content = Awaited<ReturnType<typeof contentOf>>;

async function lockContent(trx: Transaction<Tables>, ids: readonly string[]): Promise<Content> {
  // Lock in a separate statement, so that the next statement sees what other transactions have committed until now.
  const stored = await trx
    .selectFrom('convo_activities')
    .select('id')
    .where('id', '=', (eb) => eb.fn.any(eb.val(ids)))
    .orderBy('id')
    .forUpdate()
    .execute();
  return contentOf(
    trx,
    stored.map(({ id }) => id),
  );
}

/** Sets the update time of activities whose content has changed, but whose update time has not. */
async function stampChanges(trx: Transaction<Tables>, earlier: Content): Promise<void> {
  const current = await contentOf(trx, [...earlier.keys()]);
  const changed = [...earlier].flatMap(([id, old]) => {
    const { updatedAt, digest } = current.get(id) ?? old;
    return updatedAt === old.updatedAt && digest !== old.digest ? [id] : [];
  });
  await trx
    .updateTable('convo_activities')
    .set({ updated_at: changedAt(sql`clock_timestamp()`) })
    .where('id', '=', (eb) => eb.fn.any(eb.val(changed)))
    .execute();
}

/**
 * Returns the update time of an activity whose content changes at `time`: later than the stored time, so that clients
 * can tell two contents apart. It is in whole milliseconds, because callers compare it with payloads.
 */
export const changedAt = (time: Date | RawBuilder<unknown>) =>
  sql<Date>`date_trunc('milliseconds', greatest(${time}::timestamptz, updated_at + interval '1 millisecond'))`;

const contentTables = [
  ['convo_participants', 'position'],
  ['convo_segments', 'position'],
  ['convo_summaries', 'activity_id'],
  ['convo_action_items', 'position'],
  ['convo_questions', 'position'],
  ['convo_topic_matches', 'position'],
] as const;

/** Reads the update times of activities, with a digest of what the tools return for each. */
async function contentOf(trx: Transaction<Tables>, ids: readonly string[]) {
  const digests = contentTables.map(
    ([table, position]) => sql`
      coalesce((
        select md5(string_agg(content::text, ',' order by content.${sql.ref(position)}))
        from ${sql.table(table)} as content
        where content.activity_id = activity.id
      ), '-')`,
  );
  const { rows } = await sql<{ id: string; updatedAt: string; digest: string }>`
    select
      id,
      updated_at::text as "updatedAt",
      concat_ws(
        ' ',
        md5((to_jsonb(activity) - array['updated_at', 'themes_digest'])::text),
        ${sql.join(digests)}
      ) as digest
    from convo_activities as activity
    where id = any(${ids})`.execute(trx);
  return new Map(rows.map(({ id, ...content }) => [id, content]));
}
