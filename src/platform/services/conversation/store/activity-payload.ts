import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type {
  ConversationActivityTable,
  ConversationParticipantTable,
} from '../../../database/tables/conversation-tables.ts';
import type { Db } from '../../../database/open-database.ts';
import { toPayload } from '../../../database/record-columns.ts';
import { activityFields, type activityPayload, participantFields } from '../../../../tools/conversation/activity.ts';

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
  return rows.map((row) => activityPayloadOf(row, participantsOf.get(row.id) ?? []));
}

const activityPayloadOf = (row: ActivityRow, participants: ConversationParticipantTable[]): ActivityPayload => ({
  ...toPayload(activityFields, row),
  participants: participants.map((participant) => toPayload(participantFields, participant)),
  processing: row.processing_state && {
    state: row.processing_state,
    failure: row.processing_failure,
    skipped_cues: row.processing_skipped_cues,
    warnings: row.processing_warnings,
    will_notify: row.will_notify ?? false,
  },
});
