import { z } from 'zod';
import {
  callScoreFields,
  coachingFeedbackFields,
  commentFields,
  listenFields,
  organizationFields,
  userFields,
} from '../../../tools/conversation/team.ts';
import { type Fields, field, shapeOf } from '../../../tools/record-fields.ts';
import { instant } from '../../../tools/wire.ts';
import { storeActivities } from '../../services/conversation/store/store-activities.ts';
import { oldestOrganizationId, storeOrganization } from '../../services/conversation/store/store-organization.ts';
import {
  storeCoachingFeedback,
  storeComments,
  storeListens,
  storeScores,
} from '../../services/conversation/store/store-team-records.ts';
import { storeThemes } from '../../services/conversation/store/themes.ts';
import { storeUsers } from '../../services/conversation/store/store-users.ts';
import { callScoreOf } from '../../services/conversation/store/store-analysis.ts';
import { type AnalysedActivity, analyseActivities } from '../analyse-activities.ts';
import { distinctById, importedActivity, ofOrganization } from './activity-schema.ts';
import { defineKind } from './define-kind.ts';
import { participantFaults } from './references.ts';

const uuid = field.uuid.imported;
const name = field.name.imported;

const trigger = z.strictObject({ id: uuid, keyword: name });
const topic = z.strictObject({ id: uuid, name, triggers: distinctById(trigger).nullish() });

const recordSchema = <Shape extends Fields>(fields: Shape) =>
  z.strictObject({ ...ofOrganization, ...shapeOf(fields, 'imported') });

/** Required times have no default: the time of the import would be wrong. */
export const conversationKinds = {
  organization: defineKind({
    schema: z.strictObject({
      id: uuid.nullish(),
      ...shapeOf(organizationFields, 'imported'),
      created_at: field.time.imported.nullish(),
    }),
    nouns: ['organization', 'organizations'],
    table: 'convo_organizations',
    // A record without an id replaces the oldest organization.
    keyOf: async ({ id }, db) => ({ id: id ?? (await oldestOrganizationId(db)) ?? null }),
    store: async (db, organizations) => {
      for (const organization of organizations) await storeOrganization(db, organization);
    },
  }),
  convo_user: defineKind({
    schema: recordSchema(userFields),
    nouns: ['conversation user', 'conversation users'],
    table: 'convo_users',
    store: storeUsers,
  }),
  theme: defineKind({
    schema: z.strictObject({ ...ofOrganization, id: uuid, name, topics: distinctById(topic).nullish() }),
    nouns: ['theme', 'themes'],
    table: 'convo_themes',
    store: storeThemes,
  }),
  activity: defineKind({
    schema: importedActivity,
    nouns: ['activity', 'activities'],
    table: 'convo_activities',
    prepare: analyseActivities,
    faultsOf: participantFaults,
    store: async (db, activities: readonly AnalysedActivity[]) => {
      await storeActivities(db, activities);
      await storeScores(
        db,
        activities.flatMap((activity) => {
          const createdAt = activity.updated_at ?? activity.completed_at ?? activity.started_at;
          return callScoreOf(activity, { score: activity.score ?? null, createdAt });
        }),
      );
    },
    causeOf: ({ id, status, processing, ...times }) =>
      status === 'completed' && processing?.state !== 'failed'
        ? {
            trigger: 'conversation_processed',
            activityId: id,
            occurredAt: instant.parse(times.updated_at ?? times.completed_at ?? times.started_at),
          }
        : undefined,
  }),
  comment: defineKind({
    schema: recordSchema(commentFields),
    nouns: ['comment', 'comments'],
    table: 'convo_comments',
    store: storeComments,
  }),
  listen: defineKind({
    schema: recordSchema(listenFields),
    nouns: ['listen', 'listens'],
    table: 'convo_listens',
    keyOf: ({ activity_id, user_id, listened_at }) => ({
      activity_id,
      user_id,
      listened_at: instant.parse(listened_at),
    }),
    store: storeListens,
    causeOf: ({ activity_id: activityId, user_id: userId, listened_at: time }) => ({
      trigger: 'conversation_played',
      activityId,
      userId,
      occurredAt: instant.parse(time),
    }),
  }),
  call_score: defineKind({
    schema: recordSchema(callScoreFields),
    nouns: ['call score', 'call scores'],
    table: 'convo_call_scores',
    store: storeScores,
  }),
  coaching_feedback: defineKind({
    schema: recordSchema(coachingFeedbackFields),
    nouns: ['coaching feedback record', 'coaching feedback records'],
    table: 'convo_coaching_feedback',
    store: storeCoachingFeedback,
    // The event contains the activity, so feedback without one causes no event.
    causeOf: ({ id, activity_id: activityId, ...times }) =>
      activityId == null
        ? undefined
        : {
            trigger: 'coaching_feedback_completed',
            activityId,
            feedbackId: id,
            occurredAt: instant.parse(times.updated_at ?? times.created_at),
          },
  }),
} as const;
