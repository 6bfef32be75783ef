import { type Insertable, sql } from 'kysely';
import type { z } from 'zod';
import type { ConversationActivityTable } from '../../../database/tables/conversation-tables.ts';
import { inTransaction } from '../../../database/in-transaction.ts';
import type { Db } from '../../../database/open-database.ts';
import { batchesOf, upsertRows } from '../../../database/store-rows.ts';
import type { activityPayload } from '../../../../tools/conversation/activity.ts';
import { instant } from '../../../../tools/wire.ts';
import { importedMatches } from '../analysis/themes.ts';
import { type OfOrganization, organizationOf } from './store-organization.ts';
import { type OutputsRecord, storeOutputs } from './store-outputs.ts';
import { storeParticipants } from './store-participants.ts';

/**
 * An activity as `activities_list` answers it; `started_at` is owed. Segments, summary, action items, questions and
 * topic matches may be in it, as their tools answer them.
 */
export type ActivityRecord = Omit<z.input<typeof activityPayload>, 'started_at'> &
  Omit<OutputsRecord, 'activity_id'> &
  OfOrganization & {
    started_at: string | number;
    /** With which themes the topic matches were found; where there are topic matches without it, they were given. */
    themes_digest?: string;
  };

/**
 * Adds activities, or replaces them, by id. Participants and outputs that a record carries replace the stored ones;
 * those it leaves out stay. Users must be stored before.
 * @throws ZodError when a point in time cannot be read.
 */
export async function storeActivities(db: Db, activities: readonly ActivityRecord[]): Promise<void> {
  await inTransaction(db, async (trx) => {
    const organizationIdOf = await organizationOf(trx, activities);
    for (const batch of batchesOf(activities, ({ id }) => id)) {
      await upsertRows(trx, 'convo_activities', {
        rows: batch.map((activity) => activityRow(activity, organizationIdOf(activity))),
        key: ['id'],
        merge: { themes_digest: sql`coalesce(excluded.themes_digest, convo_activities.themes_digest)` },
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
    }
  });
}

function activityRow(activity: ActivityRecord, organizationId: string): Insertable<ConversationActivityTable> {
  const completedAt = activity.completed_at == null ? null : instant.parse(activity.completed_at);
  const startedAt = instant.parse(activity.started_at);
  return {
    id: activity.id,
    organization_id: organizationId,
    type: activity.type ?? null,
    status: activity.status ?? null,
    title: activity.title ?? null,
    started_at: startedAt,
    completed_at: completedAt,
    // Nothing happened to an activity after it ended, as far as its record says.
    updated_at: activity.updated_at == null ? (completedAt ?? startedAt) : instant.parse(activity.updated_at),
    duration_ms: activity.duration_ms ?? null,
    language: activity.language ?? null,
    provider: activity.provider ?? null,
    host_user_id: activity.host_user_id ?? null,
    external_id: activity.external_id ?? null,
    account_id: activity.account_id ?? null,
    lead_id: activity.lead_id ?? null,
    opportunity_id: activity.opportunity_id ?? null,
    processing_state: activity.processing?.state ?? null,
    processing_failure: activity.processing?.failure ?? null,
    processing_skipped_cues: activity.processing?.skipped_cues ?? null,
    processing_warnings: activity.processing?.warnings ?? [],
    themes_digest: activity.themes_digest ?? (activity.topic_matches === undefined ? null : importedMatches),
  };
}
