import type { outputTools } from '../../tools/convo/outputs.ts';
import type { ToolHandlers } from '../../tools/service.ts';
import { ToolFailure } from '../../tools/tool-failure.ts';
import type { ConversationParts } from './conversation-parts.ts';
import { requireActivity } from './membership.ts';

const speech = ['participant_id', 'start_ms', 'end_ms', 'text'] as const;

/** An activity without a transcript or summary has none to be found; one without the others has empty lists. */
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
      await requireActivity(db, activityId, userId);
      const items = await db
        .selectFrom('convo_action_items')
        .select(['text', 'assignee_id', 'start_ms', 'is_completed'])
        .where('activity_id', '=', activityId)
        .orderBy('position')
        .execute();
      return { items };
    },

    questions_get: async ({ activityId }, { userId }) => {
      await requireActivity(db, activityId, userId);
      const items = await db
        .selectFrom('convo_questions')
        .select([...speech, 'is_engaging', 'is_insightful'])
        .where('activity_id', '=', activityId)
        .orderBy('position')
        .execute();
      return { items };
    },

    topic_triggers_matched_get: async ({ activityId }, { userId }) => {
      await requireActivity(db, activityId, userId);
      const items = await db
        .selectFrom('convo_topic_matches')
        .select([...speech, 'theme', 'topic', 'trigger'])
        .where('activity_id', '=', activityId)
        .orderBy('position')
        .execute();
      return { items };
    },
  };
}

const without = (output: string, activityId: string) =>
  new ToolFailure({ code: 'NOT_FOUND', message: `The activity ${JSON.stringify(activityId)} has no ${output}.` });
