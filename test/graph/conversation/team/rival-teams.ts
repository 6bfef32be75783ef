import type { Db } from '../../../../src/platform/database/open-database.ts';
import { storeActivities } from '../../../../src/platform/services/conversation/store/store-activities.ts';
import {
  storeCoachingFeedback,
  storeComments,
  storeListens,
  storeScores,
} from '../../../../src/platform/services/conversation/store/store-team-records.ts';
import { storeThemes } from '../../../../src/platform/services/conversation/store/themes.ts';
import {
  acme,
  activity,
  ada,
  uuid,
  zenith,
  zoe,
} from '../../../platform/services/conversation/conversation-records.ts';
import { minutesAgo } from '../../../support/graph/test-graph.ts';

export interface Team {
  name: string;
  organizationId: string;
  userId: string;
  person: string;
  score: number;
}

export const teamOfAda = { name: 'Acme', organizationId: acme, userId: ada, person: 'Ada Moreau', score: 11 };
export const teamOfZoe = { name: 'Zenith', organizationId: zenith, userId: zoe, person: 'Zoe Quist', score: 22 };

/** Stores one record of every kind for a team, with the name of the team in its texts. */
export async function storeTeam(db: Db, { name, organizationId, userId, score }: Team) {
  const speaker = uuid(`speaker of ${name}`);
  const passage = { participant_id: speaker, start_ms: 0, end_ms: 900, text: `Said at ${name}` };
  const call = activity(name, {
    organization_id: organizationId,
    host_user_id: userId,
    started_at: minutesAgo(60 - score),
    participants: [{ id: speaker, name: `Speaker of ${name}`, user_id: userId }],
    segments: [passage],
    summary: `Summary of ${name}`,
    action_items: [{ text: `Task of ${name}` }],
    questions: [passage],
    topic_matches: [{ ...passage, theme: name, topic: name, trigger: name }],
  });
  await storeActivities(db, [call]);
  const record = { organization_id: organizationId, activity_id: call.id, created_at: minutesAgo(30) };
  await storeComments(db, [{ ...record, id: uuid(`comment of ${name}`), user_id: userId, text: `Comment of ${name}` }]);
  await storeScores(db, [{ ...record, id: uuid(`score of ${name}`), user_id: userId, score }]);
  await storeCoachingFeedback(db, [
    { ...record, id: uuid(`feedback of ${name}`), coach_id: userId, coachee_id: userId, comment: `Advice of ${name}` },
  ]);
  await storeListens(db, [
    { organization_id: organizationId, activity_id: call.id, user_id: userId, listened_at: minutesAgo(20) },
  ]);
  await storeThemes(db, [{ id: uuid(`theme of ${name}`), organization_id: organizationId, name: `Theme of ${name}` }]);
}
