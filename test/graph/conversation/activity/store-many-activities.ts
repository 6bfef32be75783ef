import { sql } from 'kysely';
import type { Db } from '../../../../src/platform/database/open-database.ts';
import { vacuum } from '../../../../src/platform/database/vacuum.ts';
import { acme, ada, uuid } from '../../../platform/services/conversation/conversation-records.ts';

interface ManyActivity {
  title: string;
  /** In epoch milliseconds. Also the time of the last change. */
  started: number;
  /** Ada by default. */
  hostId?: string;
}

/** Stores thousands of calls with one statement, which is far faster than `storeActivities`. Returns their ids. */
export async function storeManyActivities(db: Db, activities: readonly ManyActivity[]): Promise<string[]> {
  const ids = activities.map(({ title }) => uuid(`activity ${title}`));
  const titles = activities.map(({ title }) => title);
  const starts = activities.map(({ started }) => new Date(started).toISOString());
  const hosts = activities.map(({ hostId = ada }) => hostId);
  await sql`
    insert into convo_activities (id, organization_id, type, status, title, started_at, updated_at, host_user_id)
    select id, ${acme}, 'call', 'completed', title, started_at, started_at, host_id
    from unnest(${ids}::uuid[], ${titles}::text[], ${starts}::timestamptz[], ${hosts}::uuid[])
      as activity (id, title, started_at, host_id)`.execute(db);
  await vacuum(db, 'convo');
  return ids;
}
