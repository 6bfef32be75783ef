import { sql } from 'kysely';
import type { Db } from '../../../database/open-database.ts';

/**
 * To be called once after much was stored, outside a transaction: the planner learns what is in the tables, and counts
 * can be answered from indexes alone. An embedded database never does this by itself.
 */
export async function settleTalent(db: Db): Promise<void> {
  await sql`
    vacuum (analyze) talent_users, talent_signals, talent_views, talent_screenings, talent_lists, talent_list_accesses,
      talent_list_entries, talent_searches, talent_search_sharees, talent_companies, talent_institutions,
      talent_cities`.execute(db);
}
