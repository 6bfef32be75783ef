import { z } from 'zod';
import { field, optional, shapeOf } from '../record-fields.ts';
import { uuid } from '../rules/field-rules.ts';
import { defineTools } from '../tool.ts';
import { lenient, wireObject } from '../wire.ts';
import { summaryMethods } from './vocabulary.ts';

/** What one speaker says without a break. Times are milliseconds since the start of the activity. */
const speech = {
  participant_id: optional(field.uuid),
  start_ms: field.milliseconds,
  end_ms: optional(field.milliseconds),
  text: field.text(),
};

/** The text of a segment may be empty: laughter, for example, has no words. */
export const segmentFields = { ...speech, text: field.textOrNone };
export const segmentPayload = wireObject(shapeOf(segmentFields, 'payload'));
export interface SegmentRecord extends z.output<typeof segmentPayload> {}

export const questionFields = {
  ...speech,
  is_engaging: optional(field.flag),
  is_insightful: optional(field.flag),
};
const questionPayload = wireObject(shapeOf(questionFields, 'payload'));
export interface QuestionRecord extends z.output<typeof questionPayload> {}

/** `theme`, `topic` and `trigger` are the names at the time of the analysis. */
export const topicMatchFields = { ...speech, theme: field.name, topic: field.name, trigger: field.name };
const topicMatchPayload = wireObject(shapeOf(topicMatchFields, 'payload'));
export interface TopicMatchRecord extends z.output<typeof topicMatchPayload> {}

export const actionItemFields = {
  text: field.text(),
  assignee_id: optional(field.uuid),
  start_ms: optional(field.milliseconds),
  is_completed: optional(field.flag),
  /** The day by which the task was promised. */
  due_on: optional(field.day),
};
const actionItemPayload = wireObject(shapeOf(actionItemFields, 'payload'));
export interface ActionItemRecord extends z.output<typeof actionItemPayload> {}

/** A list that is null without an analysis: the upload skipped it, or the recording is not processed yet. */
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
    description:
      'The summary of an activity, and whether it was extracted or written by a language model; NOT_FOUND when it was not analysed.',
    class: 'read',
    input: byActivity,
    output: wireObject({ content: z.string(), method: lenient(z.enum(summaryMethods)) }),
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
