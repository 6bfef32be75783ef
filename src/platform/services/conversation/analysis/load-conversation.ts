import { sql } from 'kysely';
import type { Db } from '../../../database/open-database.ts';
import type { Conversation, Theme } from './conversation.ts';

/**
 * Loads a stored conversation as input for an analysis that looks for `themes`. Runs two SQL statements in parallel.
 */
export async function loadConversation(
  db: Db,
  { id, language }: { id: string; language: string | null },
  themes: readonly Theme[],
): Promise<Conversation> {
  const [segments, participants] = await Promise.all([
    db
      .selectFrom('convo_segments')
      .select(['participant_id', 'start_ms', 'text'])
      .select(sql<number>`coalesce(end_ms, start_ms)`.as('end_ms'))
      .where('activity_id', '=', id)
      .orderBy('position')
      .execute(),
    db
      .selectFrom('convo_participants')
      .select(['id', 'name'])
      .where('activity_id', '=', id)
      .orderBy('position')
      .execute(),
  ]);
  return { segments, participants, themes, language };
}
