import type { outputTools } from '../../../../tools/conversation/outputs.ts';
import type { ToolHandlers } from '../../../../tools/service.ts';
import { PlatformError } from '../../../../tools/platform-error.ts';
import type { ConversationParts } from '../service-context.ts';
import { type AnalysisState, requireActivity } from '../team/membership.ts';

const speech = ['participant_id', 'start_ms', 'end_ms', 'text'] as const;

/**
 * An activity without a transcript or summary has none to be found. The other lists are empty where nothing was found,
 * and null where nothing was looked for.
 */
export function outputHandlers({ db }: ConversationParts): ToolHandlers<typeof outputTools> {
  return {
    transcript_get: async ({ activityId }, { userId }) => {
      await requireActivity(db, activityId, userId);
      const items = await db
        .selectFrom('convo_segments')
        .select(speech)
        .where('activity_id', '=', activityId)
        .orderBy('position')
        .execute();
      if (items.length === 0) throw without('transcript', activityId);
      return { items };
    },

    summary_get: async ({ activityId }, { userId }) => {
      await requireActivity(db, activityId, userId);
      const summary = await db
        .selectFrom('convo_summaries')
        .select('content')
        .where('activity_id', '=', activityId)
        .executeTakeFirst();
      if (!summary) throw without('summary', activityId);
      return summary;
    },

    action_items_get: async ({ activityId }, { userId }) => {
      const state = await requireActivity(db, activityId, userId);
      const items = await db
        .selectFrom('convo_action_items')
        .select(['text', 'assignee_id', 'start_ms', 'is_completed'])
        .where('activity_id', '=', activityId)
        .orderBy('position')
        .execute();
      return { items: unlessUnanalysed(items, state) };
    },

    questions_get: async ({ activityId }, { userId }) => {
      const state = await requireActivity(db, activityId, userId);
      const items = await db
        .selectFrom('convo_questions')
        .select([...speech, 'is_engaging', 'is_insightful'])
        .where('activity_id', '=', activityId)
        .orderBy('position')
        .execute();
      return { items: unlessUnanalysed(items, state) };
    },

    topic_triggers_matched_get: async ({ activityId }, { userId }) => {
      const state = await requireActivity(db, activityId, userId);
      const items = await db
        .selectFrom('convo_topic_matches')
        .select([...speech, 'theme', 'topic', 'trigger'])
        .where('activity_id', '=', activityId)
        .orderBy('position')
        .execute();
      return { items: unlessUnanalysed(items, state) };
    },
  };
}

const unlessUnanalysed = <Item>(items: Item[], { isUnanalysed }: AnalysisState): Item[] | null =>
  isUnanalysed && items.length === 0 ? null : items;

const without = (output: string, activityId: string) =>
  new PlatformError({ code: 'NOT_FOUND', message: `The activity ${JSON.stringify(activityId)} has no ${output}.` });
