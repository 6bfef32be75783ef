import { type Insertable, type Selectable, sql } from 'kysely';
import type { ConversationActivityTable } from '../../../database/tables/conversation-tables.ts';
import type { z } from 'zod';
import { inTransaction } from '../../../database/in-transaction.ts';
import type { Db } from '../../../database/open-database.ts';
import { toColumns, toPayload } from '../../../database/record-columns.ts';
import { batchesOf, upsertRows } from '../../../database/store-rows.ts';
import { activityFields, type activityPayload, participantFields } from '../../../../tools/conversation/activity.ts';
import type { ImportedRecord } from '../../../../tools/record-fields.ts';
import { importedMatches } from './themes.ts';
import { recordContent } from './content-changes.ts';
import { type OfOrganization, organizationOf } from './store-organization.ts';
import { type OutputsRecord, storeOutputs } from './store-outputs.ts';

export type ParticipantRecord = ImportedRecord<typeof participantFields>;

/** An activity with its participants and outputs, each in the shape that its tool returns. */
export type ActivityRecord = ImportedRecord<typeof activityFields> &
  Pick<z.input<typeof activityPayload>, 'processing'> &
  Omit<OutputsRecord, 'activity_id'> &
  OfOrganization & {
    participants?: readonly ParticipantRecord[] | null | undefined;
    /**
     * Digest of the themes that were used to find the topic matches. Topic matches without a digest count as imported.
     */
    themes_digest?: string;
  };

/**
 * Inserts activities, or replaces those with the same id. A record's list of participants replaces the stored list, and
 * each of its outputs the stored output; a list or output that the record does not have stays stored. If the content
 * changes and the record's update time is not later than the stored one, the update time becomes the current time. Users
 * must be stored before their activities.
 * @throws ZodError when a time cannot be parsed
 */
export async function storeActivities(db: Db, activities: readonly ActivityRecord[]): Promise<void> {
  await inTransaction(db, async (trx) => {
    const organizationIdOf = await organizationOf(trx, activities);
    for (const batch of batchesOf(activities, ({ id }) => id)) {
      const earlier = await recordContent(
        trx,
        batch.map(({ id }) => id),
      );
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
      await earlier.stampChanges();
    }
  });
}

function activityRow(activity: ActivityRecord, organizationId: string): Insertable<ConversationActivityTable> {
  const { processing, topic_matches: topicMatches } = activity;
  const columns = toColumns(activityFields, activity);
  return {
    ...columns,
    organization_id: organizationId,
    // Assume that a record without an update time was last updated when the activity ended.
    updated_at: columns.updated_at ?? columns.completed_at ?? columns.started_at,
    processing_state: processing?.state ?? null,
    processing_failure: processing?.failure ?? null,
    processing_skipped_cues: processing?.skipped_cues ?? null,
    processing_warnings: processing?.warnings ?? [],
    themes_digest: activity.themes_digest ?? (topicMatches === undefined ? null : importedMatches),
  };
}

/**
 * Replaces the participants of activities and stores their order. If a participant is stored again with the same id,
 * segments and other outputs stay attributed to it. The outputs of a removed participant lose their speaker.
 */
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

export interface ActivityRow extends Selectable<ConversationActivityTable> {
  /** Whether the host gets a mail when the processing ends; false by default. */
  will_notify?: boolean;
}

/**
 * Converts activity rows to payloads with participants, in the same order. Loads all participants with one SQL
 * statement.
 */
export async function activityPayloads(db: Db, rows: ActivityRow[]): Promise<z.input<typeof activityPayload>[]> {
  const activityIds = rows.map(({ id }) => id);
  const participants = await db
    .selectFrom('convo_participants')
    .selectAll()
    .where('activity_id', '=', (eb) => eb.fn.any(eb.val(activityIds)))
    .orderBy('activity_id')
    .orderBy('position')
    .execute();
  const participantsOf = Map.groupBy(participants, (participant) => participant.activity_id);
  return rows.map((row) => ({
    ...toPayload(activityFields, row),
    participants: (participantsOf.get(row.id) ?? []).map((participant) => toPayload(participantFields, participant)),
    processing: row.processing_state && {
      state: row.processing_state,
      failure: row.processing_failure,
      skipped_cues: row.processing_skipped_cues,
      warnings: row.processing_warnings,
      will_notify: row.will_notify ?? false,
    },
  }));
}
