import type { z } from 'zod';
import type { participantPayload } from '../../../../tools/conversation/activity.ts';
import type { Db } from '../../../database/open-database.ts';
import { nullable, upsertRows } from '../../../database/store-rows.ts';

export type ParticipantRecord = z.input<typeof participantPayload>;

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
      id: participant.id,
      activity_id,
      position,
      ...nullable(participant, ['name', 'email', 'phone', 'affiliation', 'user_id']),
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
