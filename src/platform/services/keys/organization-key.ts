import { sql } from 'kysely';
import { inTransaction } from '../../database/in-transaction.ts';
import type { Db } from '../../database/open-database.ts';
import { findUserId, unknownUser } from './key-register.ts';
import { issueKey } from './service-keys.ts';
import { OperatorError } from '../../../tools/errors/operator-error.ts';

/** In lower case. */
const generatorRoles = new Set(['admin', 'owner']);

interface ReplacedKey {
  hash: string;
  /** Undefined if the key was revoked. */
  validUntil: Date | undefined;
}

interface KeyRequest {
  /** Id or email address. */
  user: string;
  expiresAt?: Date | undefined;
  now: Date;
  /** How long the current key stays valid; without it, all previous keys are revoked. */
  overlapMinutes?: number | undefined;
}

/**
 * Only the hash is stored, so the key cannot be shown again.
 * @throws OperatorError unless the user is an active Admin or Owner
 */
export const generateOrganizationKey = (db: Db, { user, expiresAt, now, overlapMinutes }: KeyRequest) =>
  inTransaction(db, async (trx) => {
    const userId = await findUserId(trx, { service: 'convo', user });
    const found = await trx
      .selectFrom('convo_users as user')
      .innerJoin('convo_organizations as organization', 'organization.id', 'user.organization_id')
      .select(['user.organization_id as organizationId', 'user.role', 'user.status'])
      .where('user.id', '=', userId)
      // Lock both rows: concurrent calls run one after the other, and role and status cannot change in between.
      .forUpdate()
      .executeTakeFirst();
    if (!found) throw unknownUser(user);
    const { organizationId, role, status } = found;
    if (!generatorRoles.has(role?.toLowerCase() ?? '')) {
      const which = role === null ? 'has no role' : `has the role ${JSON.stringify(role)}`;
      throw new OperatorError(`Only an Admin or Owner can generate the API key. ${JSON.stringify(user)} ${which}.`);
    }
    // Imported users without a status count as active.
    if (status !== null && status.toLowerCase() !== 'active')
      throw new OperatorError(
        `Only an active user can generate the API key. The status of ${JSON.stringify(user)} is ${JSON.stringify(status)}.`,
      );
    const replaced = await replaceKeys(trx, { organizationId, now, overlapMinutes });
    const owner = { userId, organizationId, expiresAt };
    const key = await issueKey(trx, { service: 'convo', purpose: 'api_key', createdAt: now, ...owner });
    return { key, userId, organizationId, replaced };
  });

/**
 * Without an overlap, revokes all keys, also those that an earlier overlap would keep valid. With one, those keys do not
 * change, and the validity of the current key is never extended.
 */
async function replaceKeys(
  db: Db,
  { organizationId, now, overlapMinutes }: { organizationId: string; now: Date; overlapMinutes: number | undefined },
): Promise<ReplacedKey[]> {
  const valid = db
    .updateTable('service_keys')
    .where('organization_id', '=', organizationId)
    .where('purpose', '=', 'api_key')
    .where('revoked_at', 'is', null)
    .returning('key_hash as hash');
  if (overlapMinutes === undefined) {
    const revoked = await valid.set({ revoked_at: now }).execute();
    return revoked.map(({ hash }) => ({ hash, validUntil: undefined }));
  }
  const end = new Date(now.getTime() + overlapMinutes * 60_000);
  const superseded = await valid
    .set({ superseded_at: now, expires_at: sql`least(expires_at, ${end}::timestamptz)` })
    .where('superseded_at', 'is', null)
    .returning('expires_at as expiresAt')
    .execute();
  return superseded.map(({ hash, expiresAt }) => ({ hash, validUntil: expiresAt ?? end }));
}
