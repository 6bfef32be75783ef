import { validate } from 'uuid';
import type { Db } from '../../database/open-database.ts';
import type { ConnectorKind } from '../../../tools/tool.ts';

export type ListedKey = Awaited<ReturnType<typeof listKeys>>[number];

/** Oldest first. */
export const listKeys = (db: Db) =>
  db
    .selectFrom('service_keys')
    .select(['id', 'service', 'purpose', 'user_id as userId', 'organization_id as organizationId'])
    .select(['created_at as createdAt', 'expires_at as expiresAt'])
    // When a newer API key replaced this one, which then works until `expiresAt`.
    .select(['revoked_at as revokedAt', 'superseded_at as supersededAt'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** @returns the hash of the key, or why it was not revoked */
export async function revokeKey(
  db: Db,
  { id, now }: { id: string; now: Date },
): Promise<{ hash: string } | { refused: 'unknown' | 'revoked' }> {
  if (!validate(id)) return { refused: 'unknown' };
  const revoked = await db
    .updateTable('service_keys')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('key_hash as hash')
    .executeTakeFirst();
  if (revoked) return revoked;
  const known = await db.selectFrom('service_keys').select('id').where('id', '=', id).executeTakeFirst();
  return { refused: known ? 'revoked' : 'unknown' };
}

/** Matches the id or email address, which several users may share. */
export async function userIdsOf(
  db: Db,
  { service, user }: { service: ConnectorKind; user: string },
): Promise<string[]> {
  const table = service === 'talent' ? 'talent_users' : 'convo_users';
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where((eb) =>
      eb.or([
        eb(eb.fn<string>('lower', ['email']), '=', user.toLowerCase()),
        // The id of `convo_users` is a UUID; comparing it with other text would fail.
        ...(service === 'talent' || validate(user) ? [eb('id', '=', user)] : []),
      ]),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
