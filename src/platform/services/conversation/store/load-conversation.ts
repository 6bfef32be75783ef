import { sql } from 'kysely';
import type { Db } from '../../../database/open-database.ts';
import type { Theme } from './themes.ts';
import type { Conversation } from '../analysis/conversation.ts';
import { hostParticipantId } from './host-participant.ts';

/** Rows per statement. Other callers of an embedded database wait for a page, and the main thread decodes the page. */
const pageSize = 1000;

/** Loads a conversation with one SQL statement per 1000 segments or participants. */
export async function loadConversation(
  db: Db,
  {
    id,
    title,
    language,
    started_at,
    host_user_id: hostUserId,
  }: { id: string; title: string | null; language: string | null; started_at: Date; host_user_id: string | null },
  themes: readonly Theme[],
): Promise<Conversation> {
  const [segments, participants] = await Promise.all([
    allPages((from) =>
      db
        .selectFrom('convo_segments')
        .select(['position', 'participant_id', 'start_ms', 'text'])
        .select(sql<number>`coalesce(end_ms, start_ms)`.as('end_ms'))
        .where('activity_id', '=', id)
        .where('position', '>=', from)
        .orderBy('position')
        .limit(pageSize)
        .execute(),
    ),
    allPages((from) =>
      db
        .selectFrom('convo_participants')
        .select(['position', 'id', 'name', 'email', 'user_id'])
        .where('activity_id', '=', id)
        .where('position', '>=', from)
        .orderBy('position')
        .limit(pageSize)
        .execute(),
    ),
  ]);
  const host_id = await hostParticipantId(db, { hostUserId, participants, segments });
  return { segments, participants, host_id, themes, title, language, started_at };
}

async function allPages<Row extends { position: number }>(
  read: (from: number) => Promise<Row[]>,
): Promise<Omit<Row, 'position'>[]> {
  const rows: Omit<Row, 'position'>[] = [];
  for (let from = 0; ;) {
    const page = await read(from);
    for (const { position, ...row } of page) {
      rows.push(row);
      from = position + 1;
    }
    if (page.length < pageSize) return rows;
  }
}
