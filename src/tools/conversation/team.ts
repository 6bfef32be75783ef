import { z } from 'zod';
import { uuid } from '../rules/field-rules.ts';
import { defineTools } from '../tool.ts';
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
  /** Tells the events of organizations with the same name apart. */
  id: lenient(z.string()),
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

const fromDate = utcDateTime.describe('Start (inclusive) as a UTC date-time; before toDate.');
const toDate = utcDateTime.describe('End (exclusive) as a UTC date-time; not in the future.');
const userId = uuid.optional().describe('Only records of this user.');

const ordered = <Shape extends { fromDate?: string | undefined; toDate?: string | undefined }>(
  schema: z.ZodType<Shape>,
) =>
  schema.refine((input) => inOrder(input.fromDate, input.toDate), {
    path: ['fromDate'],
    message: 'must be before toDate',
  });

const nothing = z.strictObject({});

export const teamTools = defineTools('convo', {
  automated_call_scoring_list: {
    description: 'Automated call scores of the team created in a period, latest first.',
    class: 'read',
    input: ordered(z.strictObject({ fromDate: fromDate.optional(), toDate: toDate.optional(), userId })),
    output: wireObject({ items: z.array(callScorePayload) }),
  },
  coaching_feedback_list: {
    description: 'Coaching feedback of the team created in a period, latest first.',
    class: 'read',
    input: ordered(
      z.strictObject({
        fromDate,
        toDate,
        coacheeId: uuid.optional().describe('Only for this sales rep.'),
        coachId: uuid.optional().describe('Only from this manager.'),
      }),
    ),
    output: wireObject({ items: z.array(coachingFeedbackPayload) }),
  },
  comments_list: {
    description: 'Comments of the team created in a period, latest first.',
    class: 'read',
    input: ordered(z.strictObject({ fromDate: fromDate.optional(), toDate: toDate.optional(), userId })),
    output: wireObject({ items: z.array(commentPayload) }),
  },
  listens_list: {
    description: 'Playbacks of recorded activities by team members in a period, latest first.',
    class: 'read',
    input: ordered(z.strictObject({ fromDate, toDate, userId })),
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
