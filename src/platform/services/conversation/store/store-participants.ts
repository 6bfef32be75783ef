import type { z } from 'zod';
import type { Db } from '../../../database/open-database.ts';
import { upsertRows } from '../../../database/store-rows.ts';
import type { participantPayload } from '../../../../tools/conversation/activity.ts';

export type ParticipantRecord = z.input<typeof participantPayload>;

/**
 * Replaces the participants of activities, in the order given. Whoever stays under the same id stays the speaker of
 * what they said; what others said keeps no speaker.
 */
export async function storeParticipants(
  db: Db,
  activities: readonly { activity_id: string; participants: readonly ParticipantRecord[] }[],
): Promise<void> {
  if (activities.length === 0) return;
  const rows = activities.flatMap(({ activity_id: activityId, participants }) =>
    participants.map((participant, position) => ({
      id: participant.id,
      activity_id: activityId,
      position,
      name: participant.name ?? null,
      email: participant.email ?? null,
      phone: participant.phone ?? null,
      affiliation: participant.affiliation ?? null,
      user_id: participant.user_id ?? null,
    })),
  );
  const activityIds = activities.map(({ activity_id: id }) => id);
  const participantIds = rows.map(({ id }) => id);
  await db
    .deleteFrom('convo_participants')
    .where('activity_id', '=', (eb) => eb.fn.any(eb.val(activityIds)))
    .where('id', '!=', (eb) => eb.fn('all', [eb.val(participantIds)]))
    .execute();
  await upsertRows(db, 'convo_participants', { rows: rows, key: ['id'] });
}
