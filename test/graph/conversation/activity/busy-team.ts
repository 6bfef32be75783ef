import type { Db } from '../../../../src/platform/database/open-database.ts';
import { storeActivities } from '../../../../src/platform/services/conversation/store/store-activities.ts';
import {
  storeCoachingFeedback,
  storeComments,
  storeListens,
  storeScores,
} from '../../../../src/platform/services/conversation/store/store-team-records.ts';
import { acme, activity, ada, ben, uuid } from '../../../platform/services/conversation/conversation-records.ts';
import { minutesAgo } from '../../../support/graph/test-graph.ts';

/** Start of the activity with this index: one per hour, the newest an hour ago. */
export const startOf = (index: number) => minutesAgo(60 * (index + 1));

export const idOf = (index: number) => uuid(`activity Call ${index}`);

/** Stores `count` activities of Acme, each with a host, two participants, all outputs and all team records. */
export async function storeBusyTeam(db: Db, count: number): Promise<void> {
  const indexes = Array.from({ length: count }, (_, index) => index);
  await storeActivities(
    db,
    indexes.map((index) => {
      const [host, guest] = [uuid(`host ${index}`), uuid(`guest ${index}`)];
      return activity(`Call ${index}`, {
        started_at: startOf(index),
        host_user_id: index % 2 === 0 ? ada : ben,
        participants: [
          {
            id: host,
            name: index % 2 === 0 ? 'Ada' : 'Ben',
            affiliation: 'internal',
            user_id: index % 2 === 0 ? ada : ben,
          },
          { id: guest, name: `Guest ${index}`, affiliation: 'external' },
        ],
        segments: Array.from({ length: 5 }, (_, part) => ({
          participant_id: part % 2 === 0 ? host : guest,
          start_ms: part * 1000,
          end_ms: part * 1000 + 900,
          text: `Segment ${part} of ${index}`,
        })),
        summary: `Summary ${index}`,
        action_items: [{ text: `Task ${index}`, assignee_id: host }],
        questions: [{ participant_id: guest, start_ms: 1000, text: `Why ${index}?` }],
        topic_matches: [{ start_ms: 2000, text: `budget ${index}`, theme: 'Deal', topic: 'Money', trigger: 'budget' }],
      });
    }),
  );
  const of = (kind: string, index: number) => ({
    id: uuid(`${kind} ${index}`),
    organization_id: acme,
    activity_id: idOf(index),
  });
  const later = (index: number) => startOf(index) + 5 * 60_000;
  await storeComments(
    db,
    indexes.map((index) => ({
      ...of('comment', index),
      user_id: ben,
      text: `Comment ${index}`,
      created_at: later(index),
    })),
  );
  await storeScores(
    db,
    indexes.map((index) => ({ ...of('score', index), user_id: ada, score: 50 + index, created_at: later(index) })),
  );
  await storeCoachingFeedback(
    db,
    indexes.map((index) => ({
      ...of('feedback', index),
      coach_id: ben,
      coachee_id: ada,
      comment: `Advice ${index}`,
      created_at: later(index),
    })),
  );
  await storeListens(
    db,
    indexes.map((index) => ({
      organization_id: acme,
      activity_id: idOf(index),
      user_id: ben,
      listened_at: later(index),
    })),
  );
}
