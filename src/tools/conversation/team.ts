import { z } from 'zod';
import { field, optional, optionalInPayload, shapeOf } from '../record-fields.ts';
import { uuid } from '../rules/field-rules.ts';
import { defineTools } from '../tool.ts';
import { lenient, listOf, wireObject } from '../wire.ts';
import { checkOrder, utcDateTime } from './date-time.ts';
import { activityTypes } from './vocabulary.ts';

export const callScoreFields = {
  id: field.uuid,
  score: optional(field.number),
  activity_type: optional(field.oneOf(activityTypes)),
  activity_id: optional(field.uuid),
  user_id: optional(field.uuid),
  created_at: optionalInPayload(field.time),
};
const callScorePayload = wireObject(shapeOf(callScoreFields, 'payload'));
export interface CallScoreRecord extends z.output<typeof callScorePayload> {}

export const coachingFeedbackFields = {
  id: field.uuid,
  score: optional(field.number),
  comment: optional(field.text()),
  activity_id: optional(field.uuid),
  coach_id: optional(field.uuid),
  coachee_id: optional(field.uuid),
  created_at: optionalInPayload(field.time),
  updated_at: optional(field.time),
};
export const coachingFeedbackPayload = wireObject(shapeOf(coachingFeedbackFields, 'payload'));
export interface CoachingFeedbackRecord extends z.output<typeof coachingFeedbackPayload> {}

export const commentFields = {
  id: field.uuid,
  activity_id: field.uuid,
  user_id: optional(field.uuid),
  text: optional(field.text()),
  /** Milliseconds since the activity began; null for a comment on the whole activity. */
  at_ms: optional(field.milliseconds),
  created_at: field.time,
};
const commentPayload = wireObject(shapeOf(commentFields, 'payload'));
export interface CommentRecord extends z.output<typeof commentPayload> {}

export const listenFields = { activity_id: field.uuid, user_id: field.uuid, listened_at: field.time };
const listenPayload = wireObject(shapeOf(listenFields, 'payload'));
export interface ListenRecord extends z.output<typeof listenPayload> {}

export const userFields = {
  id: field.uuid,
  name: optional(field.name),
  email: optional(field.email),
  status: optional(field.name),
  team_name: optional(field.name),
  crm_id: optional(field.name),
  /** Owner, Admin, Manager, Member or another role that the organization uses. */
  role: optional(field.name),
};
export const userPayload = wireObject({
  ...shapeOf(userFields, 'payload'),
  /** Whether the user is the caller; null if callers share an API key. */
  is_viewer: lenient(z.boolean()),
});
export interface UserRecord extends z.output<typeof userPayload> {}

export const organizationFields = {
  name: field.name,
  crm_integration: optional(field.name),
  calendar_type: optional(field.name),
  address: optional(field.name),
};
/** The id distinguishes the events of organizations with the same name. */
const organizationPayload = wireObject({ id: lenient(z.string()), ...shapeOf(organizationFields, 'payload') });
export interface OrganizationRecord extends z.output<typeof organizationPayload> {}

export const topicThemePayload = wireObject({
  id: z.string(),
  name: z.string(),
  topics: listOf(
    wireObject({
      id: z.string(),
      name: z.string(),
      triggers: listOf(wireObject({ id: z.string(), keyword: z.string() })),
    }),
  ),
});
export interface TopicThemeRecord extends z.output<typeof topicThemePayload> {}

const fromDate = utcDateTime.describe('Start (inclusive) as a UTC date-time; before toDate.');
const toDate = utcDateTime.describe('End (exclusive) as a UTC date-time; not in the future.');
const userId = uuid.optional().describe('Only records of this user.');

const inOrder = checkOrder('fromDate', 'toDate');
const openPeriod = z.strictObject({ fromDate: fromDate.optional(), toDate: toDate.optional(), userId }).check(inOrder);

const nothing = z.strictObject({});

export const teamTools = defineTools('convo', {
  automated_call_scoring_list: {
    description: 'Automated call scores of the team created in a period, latest first.',
    class: 'read',
    input: openPeriod,
    output: wireObject({ items: z.array(callScorePayload) }),
  },
  coaching_feedback_list: {
    description: 'Coaching feedback of the team created in a period, latest first.',
    class: 'read',
    input: z
      .strictObject({
        fromDate,
        toDate,
        coacheeId: uuid.optional().describe('Only for this sales rep.'),
        coachId: uuid.optional().describe('Only from this manager.'),
      })
      .check(inOrder),
    output: wireObject({ items: z.array(coachingFeedbackPayload) }),
  },
  comments_list: {
    description: 'Comments of the team created in a period, latest first.',
    class: 'read',
    input: openPeriod,
    output: wireObject({ items: z.array(commentPayload) }),
  },
  listens_list: {
    description: 'Playbacks of recorded activities by team members in a period, latest first.',
    class: 'read',
    input: z.strictObject({ fromDate, toDate, userId }).check(inOrder),
    output: wireObject({ items: z.array(listenPayload) }),
  },
  organization_get: {
    description: 'The organization of the account.',
    class: 'read',
    cached: true,
    input: nothing,
    output: organizationPayload,
  },
  topic_triggers_list: {
    description: 'All topic triggers of the team: themes with their topics, and the keywords of each topic.',
    class: 'read',
    cached: true,
    input: nothing,
    output: wireObject({ items: z.array(topicThemePayload) }),
  },
  users_list: {
    description: 'All users of the team, by name.',
    class: 'read',
    cached: true,
    input: nothing,
    output: wireObject({ items: z.array(userPayload) }),
  },
  test_tool_xyz: {
    description: 'Test call that succeeds when the account works.',
    class: 'read',
    input: nothing,
    output: wireObject({ ok: lenient(z.boolean()) }),
  },
});
