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
import { storeThemes } from '../../services/conversation/store/store-themes.ts';
import { storeUsers } from '../../services/conversation/store/store-users.ts';
import { analyseActivities } from '../analyse-activities.ts';
import { conversationSchemas } from './conversation-schemas.ts';
import { defineKind, type ImportKindRules } from './define-kind.ts';
import { participantFaults } from './participant-faults.ts';

const byId = { keyColumns: { id: 'uuid' }, keyOf: ({ id }: { id: string }) => [id] } as const;

/** Key of an organization record without an id. Such a record replaces the oldest organization. */
const oldest = '';

/** The import rules for each kind of record of the conversation service. */
export const conversationKinds: Readonly<Record<keyof typeof conversationSchemas, ImportKindRules>> = {
  organization: defineKind({
    schema: conversationSchemas.organization,
    nouns: ['organization', 'organizations'],
    table: 'convo_organizations',
    keyColumns: { id: 'uuid' },
    keyOf: ({ id }) => [id ?? oldest],
    countKnown: countKnownOrganizations,
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
  }),
};

async function countKnownOrganizations(db: Db, keys: string[][]): Promise<number> {
  const rows = await db.selectFrom('convo_organizations').select('id').execute();
  const known = new Set(rows.map(({ id }) => id));
  return keys.filter(([id = oldest]) => (id === oldest ? known.size > 0 : known.has(id))).length;
}
