import { sql } from 'kysely';
import {
  actionItemFields,
  type outputTools,
  questionFields,
  segmentFields,
  topicMatchFields,
} from '../../../../tools/conversation/outputs.ts';
import { notFound, PlatformError } from '../../../../tools/errors/platform-error.ts';
import type { ServiceCall, ToolHandlers } from '../../../../tools/service.ts';
import type { Db } from '../../../database/open-database.ts';
import { mergeReads } from '../../../database/pools/merge-reads.ts';
import type { ConversationTables } from '../../../database/tables/conversation-tables.ts';
import { readRecords } from '../store/read-records.ts';
import type { Fields } from '../../../../tools/record-fields.ts';
import type { ActivityContext } from './activity-handlers.ts';
import { organizationIdOf } from '../store/store-users.ts';

/** A missing transcript or summary fails with `NOT_FOUND`. Lists are null if the activity was not analysed. */
export function outputHandlers({ db }: ActivityContext): ToolHandlers<typeof outputTools> {
  // Calls of a user at the same time share one read.
  const findActivity = mergeReads((activityIds: string[], userId) => loadActivities(db, { activityIds, userId }));
  const requireActivity = (id: string, userId: string) => findActivity({ scope: userId, key: id });

  const readItems = <Shape extends Fields>(table: keyof ConversationTables, fields: Shape, activityId: string) =>
    readRecords(db, { table, fields, rest: sql`where activity_id = ${activityId} order by position` });

  const analysedList =
    <Shape extends Fields>(table: keyof ConversationTables, fields: Shape) =>
    async ({ activityId }: { activityId: string }, { userId }: ServiceCall) => {
      const { isAnalysed } = await requireActivity(activityId, userId);
      const items = await readItems(table, fields, activityId);
      return { items: isAnalysed || items.length > 0 ? items : null };
    };

  return {
    transcript_get: async ({ activityId }, { userId }) => {
      const { isTranscribed } = await requireActivity(activityId, userId);
      const items = isTranscribed ? await readItems('convo_segments', segmentFields, activityId) : [];
      if (items.length === 0) throw missingOutput('transcript', activityId);
      return { items };
    },

    summary_get: async ({ activityId }, { userId }) => {
      await requireActivity(activityId, userId);
      const summary = await db
        .selectFrom('convo_summaries')
        .select(['content', 'method'])
        .where('activity_id', '=', activityId)
        .executeTakeFirst();
      if (!summary) throw missingOutput('summary', activityId);
      return summary;
    },

    action_items_get: analysedList('convo_action_items', actionItemFields),
    questions_get: analysedList('convo_questions', questionFields),
    topic_triggers_matched_get: analysedList('convo_topic_matches', topicMatchFields),
  };
}

/**
 * Loads the states of activities. The returned function throws a PlatformError `NOT_FOUND`, with the same message for a
 * missing activity and an activity of another organization.
 */
async function loadActivities(
  db: Db,
  { activityIds, userId }: { activityIds: string[]; userId: string },
): Promise<(id: string) => { isAnalysed: boolean; isTranscribed: boolean }> {
  const organizationId = await organizationIdOf(db, userId);
  const rows = await db
    .selectFrom('convo_activities')
    .select(['id', 'processing_state', 'processing_skipped_cues', 'skip_full_analysis'])
    .where('id', '=', (eb) => eb.fn.any(eb.val(activityIds)))
    .where('organization_id', '=', organizationId)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (id) => {
    // PostgreSQL returns UUIDs in lower case.
    const row = byId.get(id.toLowerCase());
    if (!row) throw notFound('activity', id);
    const { processing_state: state, processing_skipped_cues: skippedCues, skip_full_analysis: isSkipped } = row;
    // Only uploads, and imports that state it, have a processing state.
    return {
      isAnalysed: state === null || (state === 'done' && !isSkipped),
      // The number of skipped cues is stored when the transcript is complete; until then, segments can be missing.
      isTranscribed: state === null || state === 'done' || skippedCues !== null,
    };
  };
}

const missingOutput = (output: string, activityId: string) =>
  new PlatformError({
    code: 'NOT_FOUND',
    message: `The activity ${JSON.stringify(activityId)} has no ${output}.`,
    reason: 'NO_OUTPUT',
  });
