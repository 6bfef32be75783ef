import { participantFields } from '../../../../tools/conversation/activity.ts';
import type { ImportedRecord } from '../../../../tools/record-fields.ts';
import type { Db } from '../../../database/open-database.ts';
import { toColumns } from '../../../database/record-columns.ts';
import { upsertRows } from '../../../database/store-rows.ts';

export type ParticipantRecord = ImportedRecord<typeof participantFields>;

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
