import type { z } from 'zod';
import type { Db } from '../../../database/open-database.ts';
import { toColumns } from '../../../database/record-columns.ts';
import { insertMissingRows, upsertRows } from '../../../database/store-rows.ts';
import { talentUserFields, type talentUserPayload } from '../../../../tools/talent/signal.ts';

export type UserRecord = z.input<typeof talentUserPayload>;

export const userIdOf = (user: UserRecord) => (typeof user === 'string' ? user : user.id);

const userRow = (user: UserRecord) => toColumns(talentUserFields, typeof user === 'string' ? { id: user } : user);

/** Adds users, or replaces the name and email address of stored users. */
export async function storeUsers(db: Db, users: readonly UserRecord[]): Promise<void> {
  await upsertRows(db, 'talent_users', { rows: users.map(userRow), key: ['id'] });
}

/** Adds missing users. Stored users stay unchanged. */
export async function storeMissingUsers(db: Db, users: readonly UserRecord[]): Promise<void> {
  await insertMissingRows(db, 'talent_users', { rows: users.map(userRow), key: ['id'] });
}
