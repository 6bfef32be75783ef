import { inTransaction } from '../../../database/in-transaction.ts';
import type { Db } from '../../../database/open-database.ts';
import { type ActivityRecord, storeActivities } from '../store/store-activities.ts';
import { storeOrganization } from '../store/store-organization.ts';
import { storeCoachingFeedback, storeComments, storeListens, storeScores } from '../store/store-team-records.ts';
import { storeThemes } from '../store/store-themes.ts';
import { storeUsers } from '../store/store-users.ts';
import { themesDigest } from '../analysis/themes-digest.ts';
import { type ConversationDemoOptions, makeConversationDemoData } from './demo-data.ts';
import { demoThemes } from './themes.ts';

/**
 * Stores the demo data in one transaction: when the process is killed before the end, nothing of it is there. It
 * belongs to the oldest organization where there is one, which takes its name.
 */
export async function fillWithConversationDemoData(db: Db, options: ConversationDemoOptions): Promise<void> {
  const data = await makeConversationDemoData(options);
  await inTransaction(db, async (trx) => {
    await storeOrganization(trx, data.organization);
    await storeUsers(trx, data.users);
    await storeThemes(trx, data.themes);
    await storeActivities(trx, data.activities.map(withDigest));
    await storeScores(trx, data.scores);
    await storeComments(trx, data.comments);
    await storeListens(trx, data.listens);
    await storeCoachingFeedback(trx, data.coachingFeedback);
  });
}

/** Themes that change later are matched with the demo conversations too. */
const withDigest = (activity: ActivityRecord): ActivityRecord =>
  activity.topic_matches === undefined ? activity : { ...activity, themes_digest: themesDigest(demoThemes) };

/** Whether the service is new: no activity, theme, score, feedback or webhook is stored. Users are there at once. */
export async function isConversationEmpty(db: Db): Promise<boolean> {
  for (const table of [
    'convo_activities',
    'convo_themes',
    'convo_call_scores',
    'convo_coaching_feedback',
    'convo_webhooks',
  ] as const) {
    const row = await db.selectFrom(table).select('id').limit(1).executeTakeFirst();
    if (row) return false;
  }
  return true;
}
