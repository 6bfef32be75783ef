import { sql } from 'kysely';
import type { Db } from '../../../database/open-database.ts';
import type { Conversation, Theme } from './conversation.ts';

interface StoredActivity {
  id: string;
  language: string | null;
}

/** A conversation as it is stored, to be analysed with the themes of its organization. */
export async function storedConversation(
  db: Db,
  { id, language }: StoredActivity,
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
