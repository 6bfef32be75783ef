import type { Db } from '../../../../src/platform/database/open-database.ts';
import { storeActivities } from '../../../../src/platform/services/conversation/store/store-activities.ts';
import { storeComments } from '../../../../src/platform/services/conversation/store/store-team-records.ts';
import { acme, activity, uuid } from '../../../platform/services/conversation/conversation-records.ts';
import { daysAgo } from '../conversation-graph.ts';

/** Age of each activity in days, by name. */
const ages = { new: 1, mid: 200, old: 500, ancient: 900 };

export const idOf = (name: string) => uuid(`activity ${name}`);

/** Activities of different ages, each with a speaker and outputs; the new and the old one have recent comments. */
export async function storeAgedActivities(db: Db): Promise<void> {
  await storeActivities(
    db,
    Object.entries(ages).map(([name, age]) => {
      const speaker = uuid(`speaker ${name}`);
      const passage = { participant_id: speaker, start_ms: 0, end_ms: 700, text: 'Shall we?' };
      return activity(name, {
        started_at: daysAgo(age),
        participants: [{ id: speaker, name: `Speaker of ${name}` }],
        segments: [passage],
        summary: `Summary of ${name}`,
        action_items: [{ text: 'Go on.', assignee_id: speaker }],
        questions: [passage],
      });
    }),
  );
  await storeComments(
    db,
    ['new', 'old'].map((name, index) => ({
      id: uuid(`comment on ${name}`),
      organization_id: acme,
      activity_id: idOf(name),
      text: `On ${name}`,
      created_at: daysAgo(1) - 1000 * index,
    })),
  );
}
