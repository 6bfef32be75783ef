import { validate } from 'uuid';
import { OperatorError } from '../../../tools/errors/operator-error.ts';
import type { ConnectorKind } from '../../../tools/tool.ts';
import type { Db } from '../../database/open-database.ts';

export type ListedKey = Awaited<ReturnType<typeof listKeys>>[number];

/** Lists the keys, oldest first. */
export const listKeys = (db: Db) =>
  db
    .selectFrom('service_keys')
    .select(['id', 'service', 'purpose', 'user_id as userId', 'organization_id as organizationId'])
    .select(['created_at as createdAt', 'expires_at as expiresAt'])
    // `supersededAt`: when a newer API key replaced the key, which then works until `expiresAt`.
    .select(['revoked_at as revokedAt', 'superseded_at as supersededAt'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** @returns the hash of the key. @throws OperatorError if the key is unknown or already revoked */
export async function revokeKey(db: Db, { id, now }: { id: string; now: Date }): Promise<string> {
  const keys = validate(id)
    ? await db.selectFrom('service_keys').select(['key_hash as hash', 'revoked_at']).where('id', '=', id).execute()
    : [];
  const [key] = keys;
  if (!key) throw new OperatorError(`No key has the id ${JSON.stringify(id)}.`);
  if (key.revoked_at) throw new OperatorError(`The key ${JSON.stringify(id)} is already revoked.`);
  await db.updateTable('service_keys').set({ revoked_at: now }).where('id', '=', id).execute();
  return key.hash;
}

/** @param user id or email address. @throws OperatorError if `user` matches no user or several */
export async function findUserId(db: Db, { service, user }: { service: ConnectorKind; user: string }): Promise<string> {
  const rows = await db
    .selectFrom(service === 'talent' ? 'talent_users' : 'convo_users')
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
  const [only, another] = rows;
  if (!only) throw unknownUser(user);
  if (!another) return only.id;
  const ids = rows.map(({ id }) => id).join(', ');
  throw new OperatorError(`Several users have the address ${JSON.stringify(user)}: ${ids}. Pass one of these ids.`);
}

export const unknownUser = (user: string) =>
  new OperatorError(`No user of this service has the id or address ${JSON.stringify(user)}.`);
