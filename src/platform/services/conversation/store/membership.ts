import { validate } from 'uuid';
import { PlatformError } from '../../../../tools/errors/platform-error.ts';
import type { Db } from '../../../database/open-database.ts';

/**
 * Returns the id of the organization that a user belongs to. Users may see only the records of this organization.
 * @throws PlatformError `NOT_CONNECTED` when the user does not exist
 */
export async function organizationIdOf(db: Db, userId: string): Promise<string> {
  const row = validate(userId)
    ? await db.selectFrom('convo_users').select('organization_id').where('id', '=', userId).executeTakeFirst()
    : undefined;
  if (row) return row.organization_id;
  throw new PlatformError({ code: 'NOT_CONNECTED', message: 'The account does not belong to any organization.' });
}
