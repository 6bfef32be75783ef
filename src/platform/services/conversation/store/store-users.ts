import { v5, validate } from 'uuid';
import { PlatformError } from '../../../../tools/errors/platform-error.ts';
import { userFields } from '../../../../tools/conversation/team.ts';
import type { ImportedRecord } from '../../../../tools/record-fields.ts';
import type { Db } from '../../../database/open-database.ts';
import { insertMissingRows, upsertRows } from '../../../database/store-rows.ts';
import { defaultOrganizationId, type WithOrganizationId, rowsWithOrganizationId } from './store-organization.ts';

export type UserRecord = ImportedRecord<typeof userFields> & WithOrganizationId;

export async function storeUsers(db: Db, users: readonly UserRecord[]): Promise<void> {
  await upsertRows(db, 'convo_users', { rows: await rowsWithOrganizationId(db, userFields, users), key: ['id'] });
}

/** UUID namespace (RFC 9562, version 5). */
const accountNamespace = '0b6a6a0e-1f43-4b0c-8f0b-6f2d0c1d7a55';

/** Returns a UUID, always the same for the same account identifier. */
export const userIdOf = (identifier: string) => v5(identifier, accountNamespace);

/** Adds a missing user to the default organization; does not change an existing user. */
export async function ensureUser(db: Db, { identifier, name }: { identifier: string; name: string }): Promise<string> {
  const id = userIdOf(identifier);
  const row = { id, organization_id: await defaultOrganizationId(db), name };
  await insertMissingRows(db, 'convo_users', { rows: [row], key: ['id'] });
  return id;
}

/** @throws PlatformError `NOT_CONNECTED` when the user does not exist */
export async function organizationIdOf(db: Db, userId: string): Promise<string> {
  const row = validate(userId)
    ? await db.selectFrom('convo_users').select('organization_id').where('id', '=', userId).executeTakeFirst()
    : undefined;
  if (row) return row.organization_id;
  throw new PlatformError({ code: 'NOT_CONNECTED', message: 'The account does not belong to any organization.' });
}
