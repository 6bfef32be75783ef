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
import { columnsOf } from '../../../database/record-columns.ts';
import { mergeReads } from '../../../database/pools/merge-reads.ts';
import type { ActivityContext } from './activity-context.ts';
import { organizationIdOf } from '../store/membership.ts';

/**
 * Creates the handlers for the outputs of an activity. A missing transcript or summary fails with `NOT_FOUND`. Lists of
 * action items, questions and topic matches are empty if the analysis found none, and null if the activity was not
 * analysed.
 */
export function outputHandlers({ db }: ActivityContext): ToolHandlers<typeof outputTools> {
  const findActivity = mergeReads((activityIds: string[], userId) => loadActivities(db, { activityIds, userId }));
  const requireActivity = (id: string, userId: string) => findActivity({ scope: userId, key: id });

  const analysedList =
    <Item>(load: (activityId: string) => Promise<Item[]>) =>
    async ({ activityId }: { activityId: string }, { userId }: ServiceCall): Promise<{ items: Item[] | null }> => {
      const { isAnalysed } = await requireActivity(activityId, userId);
      const items = await load(activityId);
      return { items: isAnalysed || items.length > 0 ? items : null };
    };

  return {
    transcript_get: async ({ activityId }, { userId }) => {
      await requireActivity(activityId, userId);
      const items = await db
        .selectFrom('convo_segments')
        .select(columnsOf(segmentFields))
        .where('activity_id', '=', activityId)
        .orderBy('position')
        .execute();
      if (items.length === 0) throw hasNo('transcript', activityId);
      return { items };
    },

    summary_get: async ({ activityId }, { userId }) => {
      await requireActivity(activityId, userId);
      const summary = await db
        .selectFrom('convo_summaries')
        .select('content')
        .where('activity_id', '=', activityId)
        .executeTakeFirst();
      if (!summary) throw hasNo('summary', activityId);
      return summary;
    },

    action_items_get: analysedList((activityId) =>
      db
        .selectFrom('convo_action_items')
        .select(columnsOf(actionItemFields))
        .where('activity_id', '=', activityId)
        .orderBy('position')
        .execute(),
    ),

    questions_get: analysedList((activityId) =>
      db
        .selectFrom('convo_questions')
        .select(columnsOf(questionFields))
        .where('activity_id', '=', activityId)
        .orderBy('position')
        .execute(),
    ),

    topic_triggers_matched_get: analysedList((activityId) =>
      db
        .selectFrom('convo_topic_matches')
        .select(columnsOf(topicMatchFields))
        .where('activity_id', '=', activityId)
        .orderBy('position')
        .execute(),
    ),
  };
}

/**
 * Loads activities of the user's organization.
 * @returns a function that returns whether an activity is analysed: false for an upload that skips the analysis, and for
 *   other uploads until their analysis is complete. The function throws a PlatformError `NOT_FOUND`, with the same
 *   message for a missing activity and an activity of another organization
 */
async function loadActivities(
  db: Db,
  { activityIds, userId }: { activityIds: string[]; userId: string },
): Promise<(id: string) => { isAnalysed: boolean }> {
  const organizationId = await organizationIdOf(db, userId);
  const rows = await db
    .selectFrom('convo_activities')
    .select(['id', 'processing_state', 'skip_full_analysis'])
    .where('id', '=', (eb) => eb.fn.any(eb.val(activityIds)))
    .where('organization_id', '=', organizationId)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (id) => {
    // PostgreSQL returns UUIDs in lower case.
    const row = byId.get(id.toLowerCase());
    if (!row) throw notFound('activity', id);
    const { processing_state: state, skip_full_analysis: isSkipped } = row;
    return { isAnalysed: state === null || (state === 'done' && !isSkipped) };
  };
}

const hasNo = (output: string, activityId: string) =>
  new PlatformError({ code: 'NOT_FOUND', message: `The activity ${JSON.stringify(activityId)} has no ${output}.` });
