import type { Db } from '../../database/open-database.ts';
import { instant } from '../../../tools/wire.ts';
import { storeActivities } from '../../services/conversation/store/store-activities.ts';
import { storeOrganization } from '../../services/conversation/store/store-organization.ts';
import {
  storeCoachingFeedback,
  storeComments,
  storeListens,
  storeScores,
} from '../../services/conversation/store/store-team-records.ts';
import { storeThemes } from '../../services/conversation/store/themes.ts';
import { storeUsers } from '../../services/conversation/store/store-users.ts';
import { analyseActivities } from '../analyse-activities.ts';
import { conversationSchemas } from './conversation-schemas.ts';
import { defineKind, type ImportKindRules } from './define-kind.ts';
import { participantFaults } from './participant-faults.ts';

const byId = { keyColumns: { id: 'uuid' }, keyOf: ({ id }: { id: string }) => [id] } as const;

/** Key of a record without an id, which replaces the oldest organization. */
const oldest = '';

export const conversationKinds: Readonly<Record<keyof typeof conversationSchemas, ImportKindRules>> = {
  organization: defineKind({
    schema: conversationSchemas.organization,
    nouns: ['organization', 'organizations'],
    table: 'convo_organizations',
    keyColumns: { id: 'uuid' },
    keyOf: ({ id }) => [id ?? oldest],
    findKnown: findKnownOrganizations,
    store: async (db, organizations) => {
      for (const organization of organizations) await storeOrganization(db, organization);
    },
  }),
  convo_user: defineKind({
    ...byId,
    schema: conversationSchemas.convo_user,
    nouns: ['conversation user', 'conversation users'],
    table: 'convo_users',
    store: storeUsers,
  }),
  theme: defineKind({
    ...byId,
    schema: conversationSchemas.theme,
    nouns: ['theme', 'themes'],
    table: 'convo_themes',
    store: storeThemes,
  }),
  activity: defineKind({
    ...byId,
    schema: conversationSchemas.activity,
    nouns: ['activity', 'activities'],
    table: 'convo_activities',
    faultsOf: participantFaults,
    store: async (db, activities) => {
      const { records, scores } = await analyseActivities(db, activities);
      await storeActivities(db, records);
      await storeScores(db, scores);
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
    ...byId,
    schema: conversationSchemas.comment,
    nouns: ['comment', 'comments'],
    table: 'convo_comments',
    store: storeComments,
  }),
  listen: defineKind({
    schema: conversationSchemas.listen,
    nouns: ['listen', 'listens'],
    table: 'convo_listens',
    keyColumns: { activity_id: 'uuid', user_id: 'uuid', listened_at: 'timestamptz' },
    keyOf: (listen) => [listen.activity_id, listen.user_id, instant.parse(listen.listened_at).toISOString()],
    store: storeListens,
    causeOf: ({ activity_id: activityId, user_id: userId, listened_at: time }) => ({
      trigger: 'conversation_played',
      activityId,
      userId,
      occurredAt: instant.parse(time),
    }),
  }),
  call_score: defineKind({
    ...byId,
    schema: conversationSchemas.call_score,
    nouns: ['call score', 'call scores'],
    table: 'convo_call_scores',
    store: storeScores,
  }),
  coaching_feedback: defineKind({
    ...byId,
    schema: conversationSchemas.coaching_feedback,
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
};

async function findKnownOrganizations(db: Db, keys: string[][]): Promise<string[][]> {
  const rows = await db.selectFrom('convo_organizations').select('id').execute();
  const known = new Set(rows.map(({ id }) => id));
  return keys.filter(([id = oldest]) => (id === oldest ? known.size > 0 : known.has(id)));
}
