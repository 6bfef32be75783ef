import { z } from 'zod';
import {
  activityStatuses,
  activityTypes,
  affiliations,
  localePattern,
  processingStates,
  uploadLimits,
} from '../../../tools/conversation/vocabulary.ts';
import { email, maxTextLength, name, pointInTime, text, textOrNone } from './field-rules.ts';

/** A UUID, converted to lower case as PostgreSQL returns it, because ids are compared as text. */
const uuid = z.uuid('must be a UUID').toLowerCase();

/** Largest value of the PostgreSQL type `integer`. */
const maxInteger = 2 ** 31 - 1;
const milliseconds = z
  .int('must be a whole number')
  .min(0, 'must not be negative')
  .max(maxInteger, `must be at most ${maxInteger.toLocaleString('en-US')}`);
const score = z.number('must be a number');

/** The organization of a record. A record that names none belongs to the oldest organization. */
const ofOrganization = { organization_id: uuid.nullish() };

const repeatedId = 'occurs more than once in the list';

/** A list of objects, each with a different id. */
const distinct = <Item extends z.ZodType<{ id: string }>>(item: Item) =>
  z.array(item).superRefine((items, context) => {
    const seen = new Set<string>();
    for (const [index, { id }] of items.entries()) {
      if (seen.has(id)) context.addIssue({ code: 'custom', path: [index, 'id'], input: id, message: repeatedId });
      seen.add(id);
    }
  });

const isInOrder = ({ start_ms: startMs, end_ms: endMs }: { start_ms: number; end_ms?: number | null | undefined }) =>
  endMs == null || endMs >= startMs;
const endRule = { path: ['end_ms'], message: 'must not be before start_ms' };

const spoken = {
  participant_id: uuid.nullish(),
  start_ms: milliseconds,
  end_ms: milliseconds.nullish(),
  text: text(maxTextLength),
};

const participant = z.strictObject({
  id: uuid,
  name: name.nullish(),
  email: email.nullish(),
  phone: name.nullish(),
  affiliation: z.enum(affiliations).nullish(),
  user_id: uuid.nullish(),
});

const activity = z.strictObject({
  ...ofOrganization,
  id: uuid,
  type: z.enum(activityTypes).nullish(),
  status: z.enum(activityStatuses).nullish(),
  title: text(uploadLimits.title).nullish(),
  started_at: pointInTime,
  completed_at: pointInTime.nullish(),
  updated_at: pointInTime.nullish(),
  duration_ms: milliseconds.nullish(),
  language: z.string().regex(localePattern, 'must be a locale such as en_GB').nullish(),
  provider: name.nullish(),
  host_user_id: uuid.nullish(),
  participants: distinct(participant).nullish(),
  external_id: text(uploadLimits.externalId).nullish(),
  account_id: text(uploadLimits.accountId).nullish(),
  lead_id: text(uploadLimits.leadId).nullish(),
  opportunity_id: text(uploadLimits.opportunityId).nullish(),
  processing: z
    .strictObject({
      // Only final states are allowed: no job processes an imported activity, so its state would never change.
      state: z.enum([processingStates.DONE, processingStates.FAILED]),
      failure: text(maxTextLength).nullish(),
      skipped_cues: milliseconds.nullish(),
      warnings: z.array(text(maxTextLength)).nullish(),
    })
    .nullish(),
  // The text of a segment may be empty: laughter, for example, has no words.
  segments: z
    .array(z.strictObject({ ...spoken, text: textOrNone(maxTextLength) }).refine(isInOrder, endRule))
    .nullish(),
  summary: text(maxTextLength).nullish(),
  action_items: z
    .array(
      z.strictObject({
        text: text(maxTextLength),
        assignee_id: uuid.nullish(),
        start_ms: milliseconds.nullish(),
        is_completed: z.boolean().nullish(),
      }),
    )
    .nullish(),
  questions: z
    .array(
      z
        .strictObject({ ...spoken, is_engaging: z.boolean().nullish(), is_insightful: z.boolean().nullish() })
        .refine(isInOrder, endRule),
    )
    .nullish(),
  topic_matches: z
    .array(z.strictObject({ ...spoken, theme: name, topic: name, trigger: name }).refine(isInOrder, endRule))
    .nullish(),
});

export type ImportedActivity = z.output<typeof activity>;

const trigger = z.strictObject({ id: uuid, keyword: name });
const topic = z.strictObject({ id: uuid, name, triggers: distinct(trigger).nullish() });

/**
 * Schemas for each kind of record of the conversation service. Required times have no default, because the time of the
 * import would be wrong.
 */
export const conversationSchemas = {
  organization: z.strictObject({
    id: uuid.nullish(),
    name,
    crm_integration: name.nullish(),
    calendar_type: name.nullish(),
    address: name.nullish(),
    created_at: pointInTime.nullish(),
  }),
  convo_user: z.strictObject({
    ...ofOrganization,
    id: uuid,
    name: name.nullish(),
    email: email.nullish(),
    status: name.nullish(),
    team_name: name.nullish(),
    crm_id: name.nullish(),
    role: name.nullish(),
  }),
  theme: z.strictObject({ ...ofOrganization, id: uuid, name, topics: distinct(topic).nullish() }),
  activity,
  comment: z.strictObject({
    ...ofOrganization,
    id: uuid,
    activity_id: uuid,
    user_id: uuid.nullish(),
    text: text(maxTextLength).nullish(),
    at_ms: milliseconds.nullish(),
    created_at: pointInTime,
  }),
  listen: z.strictObject({ ...ofOrganization, activity_id: uuid, user_id: uuid, listened_at: pointInTime }),
  call_score: z.strictObject({
    ...ofOrganization,
    id: uuid,
    score: score.nullish(),
    activity_type: z.enum(activityTypes).nullish(),
    activity_id: uuid.nullish(),
    user_id: uuid.nullish(),
    created_at: pointInTime,
  }),
  coaching_feedback: z.strictObject({
    ...ofOrganization,
    id: uuid,
    score: score.nullish(),
    comment: text(maxTextLength).nullish(),
    activity_id: uuid.nullish(),
    coach_id: uuid.nullish(),
    coachee_id: uuid.nullish(),
    created_at: pointInTime,
    updated_at: pointInTime.nullish(),
  }),
} as const;
