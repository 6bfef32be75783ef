import { type Insertable, sql } from 'kysely';
import type { ConversationActivityTable } from '../../../database/tables/conversation-tables.ts';
import type { z } from 'zod';
import { inTransaction } from '../../../database/in-transaction.ts';
import type { Db } from '../../../database/open-database.ts';
import { toColumns } from '../../../database/record-columns.ts';
import { batchesOf, upsertRows } from '../../../database/store-rows.ts';
import { activityFields, type activityPayload } from '../../../../tools/conversation/activity.ts';
import type { ImportedRecord } from '../../../../tools/record-fields.ts';
import { importedMatches } from './themes.ts';
import { recordContent } from './content-changes.ts';
import { type OfOrganization, organizationOf } from './store-organization.ts';
import { type OutputsRecord, storeOutputs } from './store-outputs.ts';
import { type ParticipantRecord, storeParticipants } from './store-participants.ts';

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
