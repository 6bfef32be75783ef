import { validate } from 'uuid';
import type { Db } from '../../../database/open-database.ts';
import { notFound, PlatformError } from '../../../../tools/platform-error.ts';

/** The organization of a user: the caller sees what belongs to it, and nothing else. */
export async function organizationIdOf(db: Db, userId: string): Promise<string> {
  const row = validate(userId)
    ? await db.selectFrom('convo_users').select('organization_id').where('id', '=', userId).executeTakeFirst()
    : undefined;
  if (row) return row.organization_id;
  throw new PlatformError({ code: 'NOT_CONNECTED', message: 'The account stands for no user of an organization.' });
}

/** What an activity says about its analysis. */
export interface AnalysisState {
  /** Whether its upload skips the analysis, or has not come to it: what would be found is not known. */
  isUnanalysed: boolean;
}

/** @throws PlatformError `NOT_FOUND`, the same for an activity of others as for one that does not exist. */
export async function requireActivity(db: Db, id: string, userId: string): Promise<AnalysisState> {
  const organizationId = await organizationIdOf(db, userId);
  const row = await db
    .selectFrom('convo_activities')
    .select(['processing_state', 'skip_full_analysis'])
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  if (!row) throw notFound('activity', id);
  const { processing_state: state, skip_full_analysis: isSkipped } = row;
  return { isUnanalysed: state !== null && (isSkipped || state !== 'done') };
}
