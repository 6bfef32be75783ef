import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type {
  ConversationActivityTable,
  ConversationParticipantTable,
} from '../../../database/tables/conversation-tables.ts';
import type { Db } from '../../../database/open-database.ts';
import { nullable } from '../../../database/store-rows.ts';
import type { activityPayload } from '../../../../tools/conversation/activity.ts';

export interface ActivityRow extends Selectable<ConversationActivityTable> {
  /** Whether the host gets a mail when the processing ends; false by default. */
  will_notify?: boolean;
}
export type ActivityPayload = z.input<typeof activityPayload>;

/**
 * Converts activity rows to payloads with participants, in the same order. Loads all participants with one SQL
 * statement.
 */
export async function activityPayloads(db: Db, rows: ActivityRow[]): Promise<ActivityPayload[]> {
  const activityIds = rows.map(({ id }) => id);
  const participants = await db
    .selectFrom('convo_participants')
    .selectAll()
    .where('activity_id', '=', (eb) => eb.fn.any(eb.val(activityIds)))
    .orderBy('activity_id')
    .orderBy('position')
    .execute();
  const participantsOf = Map.groupBy(participants, (participant) => participant.activity_id);
  return rows.map((row) => toPayload(row, participantsOf.get(row.id) ?? []));
}

const toPayload = (row: ActivityRow, participants: ConversationParticipantTable[]): ActivityPayload => ({
  id: row.id,
  ...nullable(row, ['type', 'status', 'title', 'duration_ms', 'language', 'provider', 'host_user_id']),
  ...nullable(row, ['external_id', 'account_id', 'lead_id', 'opportunity_id']),
  started_at: row.started_at.toISOString(),
  completed_at: row.completed_at?.toISOString() ?? null,
  updated_at: row.updated_at.toISOString(),
  participants: participants.map((participant) => ({
    id: participant.id,
    ...nullable(participant, ['name', 'email', 'phone', 'affiliation', 'user_id']),
  })),
  processing: row.processing_state && {
    state: row.processing_state,
    failure: row.processing_failure,
    skipped_cues: row.processing_skipped_cues,
    warnings: row.processing_warnings,
    will_notify: row.will_notify ?? false,
  },
});
