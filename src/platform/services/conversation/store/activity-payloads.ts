import { type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import {
  activityFields,
  type activityPayload,
  participantFields,
  type participantPayload,
} from '../../../../tools/conversation/activity.ts';
import type { Db } from '../../../database/open-database.ts';
import { columnsOf, rowToPayload } from '../../../database/record-columns.ts';
import type { ConversationActivityTable } from '../../../database/tables/conversation-tables.ts';

type ParticipantPayload = z.input<typeof participantPayload>;

/** Alternating names and columns, as `json_build_object` takes them. */
const participantColumns = sql.join(columnsOf(participantFields).flatMap((name) => [sql.lit(name), sql.ref(name)]));

interface ActivityRow extends Selectable<ConversationActivityTable> {
  will_notify?: boolean;
}

/**
 * Returns the payloads in the order of `rows`. One SQL statement reads all participants, as one row per activity:
 * reading a row for each of thousands of participants would take seconds.
 */
export async function activityPayloads(db: Db, rows: ActivityRow[]): Promise<z.input<typeof activityPayload>[]> {
  const { rows: lists } = await sql<{ activityId: string; participants: ParticipantPayload[] }>`
    select activity_id as "activityId", json_agg(json_build_object(${participantColumns}) order by position) as participants
    from ${sql.table('convo_participants')}
    where activity_id = any(${rows.map(({ id }) => id)})
    group by activity_id`.execute(db);
  const participantsOf = new Map(lists.map(({ activityId, participants }) => [activityId, participants]));
  return rows.map((row) => ({
    ...rowToPayload(activityFields, row),
    participants: participantsOf.get(row.id) ?? [],
    processing: row.processing_state && {
      state: row.processing_state,
      failure: row.processing_failure,
      skipped_cues: row.processing_skipped_cues,
      warnings: row.processing_warnings,
      will_notify: row.will_notify ?? false,
    },
  }));
}
