import { sql } from 'kysely';
import type { Db } from '../../../src/platform/database/open-database.ts';
import {
  acme,
  ada,
  emptyConversations,
  now,
  storeTeams,
} from '../../platform/services/conversation/conversation-records.ts';

/** Stores `count` activities of one organization, spread over the 150 days before `now`, with a participant each. */
export async function fillActivities(db: Db, count: number): Promise<void> {
  await emptyConversations(db);
  await storeTeams(db);
  await sql`
    insert into convo_activities (id, organization_id, type, status, title, started_at, updated_at, host_user_id)
    select md5(i::text)::uuid, ${acme}, 'call',
      (array['completed', 'completed', 'completed', 'in-progress', 'sent'])[1 + i % 5], 'Call ' || i,
      started_at, started_at + interval '1 hour', ${ada}
    from generate_series(1, ${sql.lit(count)}) as i,
      lateral (select ${now}::timestamptz - i * interval '150 days' / ${sql.lit(count + 1)} - interval '1 hour' as started_at)
        as activity`.execute(db);
  await sql`
    insert into convo_participants (id, activity_id, position, name)
    select gen_random_uuid(), id, 0, 'Anna' from convo_activities`.execute(db);
  await sql`vacuum (analyze) convo_activities, convo_participants`.execute(db);
}
