import { sql } from 'kysely';
import { inTransaction } from '../../database/in-transaction.ts';
import type { Db } from '../../database/open-database.ts';
import { issueKey, type KeyOwner } from './service-keys.ts';

/** In lower case. */
const generatorRoles = new Set(['admin', 'owner']);

export type GeneratedKey =
  | { key: string; organizationId: string; replaced: ReplacedKey[] }
  | { refused: 'unknown user' }
  | { refused: 'role'; role: string | null }
  | { refused: 'status'; status: string };

interface ReplacedKey {
  hash: string;
  /** Undefined if the key was revoked. */
  validUntil: Date | undefined;
}

interface KeyRequest extends KeyOwner {
  now: Date;
  /** How long the current key stays valid; without it, all previous keys are revoked. */
  overlapMinutes?: number | undefined;
}

/** The user must be an active Admin or Owner. Only the hash is stored, so the key cannot be shown again. */
export function generateOrganizationKey(
  db: Db,
  { userId, expiresAt, now, overlapMinutes }: KeyRequest,
): Promise<GeneratedKey> {
  return inTransaction(db, async (trx) => {
    const user = await trx
      .selectFrom('convo_users as user')
      .innerJoin('convo_organizations as organization', 'organization.id', 'user.organization_id')
      .select(['user.organization_id as organizationId', 'user.role', 'user.status'])
      .where('user.id', '=', userId)
      // Lock both rows: concurrent calls run one after the other, and role and status cannot change in between.
      .forUpdate()
      .executeTakeFirst();
    if (!user) return { refused: 'unknown user' };
    const { organizationId, role, status } = user;
    if (!generatorRoles.has(role?.toLowerCase() ?? '')) return { refused: 'role', role };
    // Imported users without a status count as active.
    if (status !== null && status.toLowerCase() !== 'active') return { refused: 'status', status };
    const replaced = await replaceKeys(trx, { organizationId, now, overlapMinutes });
    const owner = { userId, organizationId, expiresAt };
    const key = await issueKey(trx, { service: 'convo', purpose: 'api_key', createdAt: now, ...owner });
    return { key, organizationId, replaced };
  });
}

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
