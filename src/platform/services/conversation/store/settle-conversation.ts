import { sql } from 'kysely';
import type { Db } from '../../../database/open-database.ts';

/**
 * To be called once after much was stored, outside a transaction: the planner learns what is in the tables, and counts
 * can be answered from indexes alone. An embedded database never does this by itself.
 */
export async function settleConversation(db: Db): Promise<void> {
  await sql`
    vacuum (analyze) convo_organizations, convo_users, convo_activities, convo_participants, convo_segments,
      convo_summaries, convo_action_items, convo_questions, convo_topic_matches, convo_themes, convo_topics,
      convo_triggers, convo_call_scores, convo_coaching_feedback, convo_comments, convo_listens,
      convo_webhooks`.execute(db);
}
