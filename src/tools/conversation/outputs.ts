import { z } from 'zod';
import { uuid } from '../rules/field-rules.ts';
import { defineTools } from '../tool.ts';
import { lenient, wireObject } from '../wire.ts';

/** Milliseconds since the start of the activity. */
const offset = z.int().nonnegative();

export const segmentPayload = wireObject({
  participant_id: lenient(z.string()),
  start_ms: offset,
  end_ms: lenient(offset),
  text: z.string(),
});

export const questionPayload = wireObject({
  participant_id: lenient(z.string()),
  start_ms: offset,
  end_ms: lenient(offset),
  text: z.string(),
  is_engaging: lenient(z.boolean()),
  is_insightful: lenient(z.boolean()),
});

export const topicMatchPayload = wireObject({
  participant_id: lenient(z.string()),
  start_ms: offset,
  end_ms: lenient(offset),
  text: z.string(),
  theme: z.string(),
  topic: z.string(),
  trigger: z.string(),
});

export const actionItemPayload = wireObject({
  text: z.string(),
  assignee_id: lenient(z.string()),
  start_ms: lenient(offset),
  is_completed: lenient(z.boolean()),
});

/**
 * Schema of a list that the analysis creates. Null, unlike an empty list, means that there is no analysis: the upload
 * skipped it, or the recording has not been processed yet.
 */
const analysedList = <Payload extends z.ZodType>(payload: Payload) =>
  wireObject({ items: z.array(payload).nullable() });

const byActivity = z.strictObject({ activityId: uuid.describe('Id of the activity.') });

export const outputTools = defineTools('convo', {
  transcript_get: {
    description:
      'The timed speech segments of an activity with their speakers, in order; NOT_FOUND when there is no transcript.',
    class: 'read',
    input: byActivity,
    output: wireObject({ items: z.array(segmentPayload) }),
  },
  summary_get: {
    description: 'The summary of an activity; NOT_FOUND when it was not analysed.',
    class: 'read',
    input: byActivity,
    output: wireObject({ content: z.string() }),
  },
  action_items_get: {
    description: 'The follow-up tasks of an activity, in order; null when it was not analysed.',
    class: 'read',
    input: byActivity,
    output: analysedList(actionItemPayload),
  },
  questions_get: {
    description:
      'The questions asked in an activity, in order, each with its speaker and the flags engaging and insightful; null when it was not analysed.',
    class: 'read',
    input: byActivity,
    output: analysedList(questionPayload),
  },
  topic_triggers_matched_get: {
    description:
      'Mentions of topic triggers in an activity: theme, topic, trigger keyword, time and excerpt; null when it was not analysed.',
    class: 'read',
    input: byActivity,
    output: analysedList(topicMatchPayload),
  },
});
