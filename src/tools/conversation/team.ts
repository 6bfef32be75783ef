import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { instant, lenient, listOf, wireObject } from '../wire.ts';
import { inOrder, utcDateTime } from './date-time.ts';
import { activityTypes } from './vocabulary.ts';

export const callScorePayload = wireObject({
  id: z.string(),
  score: lenient(z.number()),
  activity_type: lenient(z.enum(activityTypes)),
  activity_id: lenient(z.string()),
  user_id: lenient(z.string()),
  created_at: lenient(instant),
});

export const coachingFeedbackPayload = wireObject({
  id: z.string(),
  score: lenient(z.number()),
  comment: lenient(z.string()),
  activity_id: lenient(z.string()),
  coach_id: lenient(z.string()),
  coachee_id: lenient(z.string()),
  created_at: lenient(instant),
  updated_at: lenient(instant),
});

export const commentPayload = wireObject({
  id: z.string(),
  activity_id: z.string(),
  user_id: lenient(z.string()),
  text: lenient(z.string()),
  at_ms: lenient(z.int().nonnegative()),
  created_at: instant,
});

export const listenPayload = wireObject({ activity_id: z.string(), user_id: z.string(), listened_at: instant });

export const userPayload = wireObject({
  id: z.string(),
  name: lenient(z.string()),
  email: lenient(z.email()),
  status: lenient(z.string()),
  team_name: lenient(z.string()),
  crm_id: lenient(z.string()),
  role: lenient(z.string()),
});

export const organizationPayload = wireObject({
  name: z.string(),
  crm_integration: lenient(z.string()),
  calendar_type: lenient(z.string()),
  address: lenient(z.string()),
});

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

const fromDate = utcDateTime.describe('At or after this UTC date-time; before toDate.');
const toDate = utcDateTime.describe('Before this UTC date-time; not in the future.');
const userId = z.uuid('must be a UUID').optional().describe('Only of this user.');

const ordered = <Shape extends { fromDate?: string | undefined; toDate?: string | undefined }>(
  schema: z.ZodType<Shape>,
) =>
  schema.refine((input) => inOrder(input.fromDate, input.toDate), {
    path: ['fromDate'],
    message: 'must be before toDate',
  });

const nothing = z.strictObject({});

export const teamTools = {
  automated_call_scoring_list: defineTool({
    connector: 'convo',
    name: 'automated_call_scoring_list',
    description: 'Automated call scores of the team by when they were created, latest first.',
    class: 'read',
    input: ordered(z.strictObject({ fromDate: fromDate.optional(), toDate: toDate.optional(), userId })),
    output: wireObject({ items: z.array(callScorePayload) }),
  }),
  coaching_feedback_list: defineTool({
    connector: 'convo',
    name: 'coaching_feedback_list',
    description: 'Coaching feedback of the team by when it was created, latest first.',
    class: 'read',
    input: ordered(
      z.strictObject({
        fromDate,
        toDate,
        coacheeId: z.uuid('must be a UUID').optional().describe('Only for this sales rep.'),
        coachId: z.uuid('must be a UUID').optional().describe('Only from this manager.'),
      }),
    ),
    output: wireObject({ items: z.array(coachingFeedbackPayload) }),
  }),
  comments_list: defineTool({
    connector: 'convo',
    name: 'comments_list',
    description: 'Comments of the team by when they were created, latest first.',
    class: 'read',
    input: ordered(z.strictObject({ fromDate: fromDate.optional(), toDate: toDate.optional(), userId })),
    output: wireObject({ items: z.array(commentPayload) }),
  }),
  listens_list: defineTool({
    connector: 'convo',
    name: 'listens_list',
    description: 'Who of the team listened to what, latest first.',
    class: 'read',
    input: ordered(z.strictObject({ fromDate, toDate, userId })),
    output: wireObject({ items: z.array(listenPayload) }),
  }),
  organization_get: defineTool({
    connector: 'convo',
    name: 'organization_get',
    description: 'The organization whose account this is.',
    class: 'read',
    cached: true,
    input: nothing,
    output: organizationPayload,
  }),
  topic_triggers_list: defineTool({
    connector: 'convo',
    name: 'topic_triggers_list',
    description: 'All topic triggers of the team: themes, their topics, and the keywords of each.',
    class: 'read',
    cached: true,
    input: nothing,
    output: wireObject({ items: z.array(topicThemePayload) }),
  }),
  users_list: defineTool({
    connector: 'convo',
    name: 'users_list',
    description: 'All users of the team, by name.',
    class: 'read',
    cached: true,
    input: nothing,
    output: wireObject({ items: z.array(userPayload) }),
  }),
  test_tool_xyz: defineTool({
    connector: 'convo',
    name: 'test_tool_xyz',
    description: 'Test: answers when the account works.',
    class: 'read',
    input: nothing,
    output: wireObject({ ok: lenient(z.boolean()) }),
  }),
};
