import { sql, type Transaction } from 'kysely';
import { inTransaction } from '../../database/in-transaction.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables/tables.ts';
import { type KeyOwner, keyRow, newServiceKey } from './service-keys.ts';

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

export interface KeyRequest extends KeyOwner {
  now: Date;
  /** How long the current key stays valid; without it, all previous keys are revoked. */
  overlapMinutes?: number | undefined;
}

/** The user must be an active Admin or Owner. Only the hash is stored, so the key cannot be shown again. */
export function generateOrganizationKey(
  db: Kysely<Tables>,
  { userId, expiresAt, now, overlapMinutes }: KeyRequest,
): Promise<GeneratedKey> {
  return inTransaction(db, async (trx) => {
    const user = await trx
      .selectFrom('convo_users as user')
      .innerJoin('convo_organizations as organization', 'organization.id', 'user.organization_id')
      .select(['user.organization_id as organizationId', 'user.role', 'user.status'])
      .where('user.id', '=', userId)
      // Concurrent calls replace each other's keys in turn, and role and status cannot change meanwhile.
      .forUpdate()
      .executeTakeFirst();
    if (!user) return { refused: 'unknown user' };
    const { organizationId, role, status } = user;
    if (!generatorRoles.has(role?.toLowerCase() ?? '')) return { refused: 'role', role };
    // Imported users without a status count as active.
    if (status !== null && status.toLowerCase() !== 'active') return { refused: 'status', status };
    const replaced =
      overlapMinutes === undefined
        ? await revokeKeys(trx, { organizationId, now })
        : await supersedeKey(trx, { organizationId, now, overlapMinutes });
    const key = newServiceKey('convo');
    const owner = { userId, organizationId, expiresAt };
    await trx
      .insertInto('service_keys')
      .values(keyRow(key, { service: 'convo', purpose: 'api_key', createdAt: now, ...owner }))
      .execute();
    return { key, organizationId, replaced };
  });
}

/** Includes keys that an earlier overlap would keep valid. */
async function revokeKeys(
  trx: Transaction<Tables>,
  { organizationId, now }: { organizationId: string; now: Date },
): Promise<ReplacedKey[]> {
  const keys = await trx
    .updateTable('service_keys')
    .set({ revoked_at: now })
    .where('organization_id', '=', organizationId)
    .where('purpose', '=', 'api_key')
    .where('revoked_at', 'is', null)
    .returning('key_hash as hash')
    .execute();
  return keys.map(({ hash }) => ({ hash, validUntil: undefined }));
}

/** Never extends the validity of a key. Keys of an earlier overlap do not change. */
async function supersedeKey(
  trx: Transaction<Tables>,
  { organizationId, now, overlapMinutes }: { organizationId: string; now: Date; overlapMinutes: number },
): Promise<ReplacedKey[]> {
  const end = new Date(now.getTime() + overlapMinutes * 60_000);
  const keys = await trx
    .updateTable('service_keys')
    .set({ superseded_at: now, expires_at: sql`least(expires_at, ${end}::timestamptz)` })
    .where('organization_id', '=', organizationId)
    .where('purpose', '=', 'api_key')
    .where('revoked_at', 'is', null)
    .where('superseded_at', 'is', null)
    .returning(['key_hash as hash', 'expires_at as expiresAt'])
    .execute();
  return keys.map(({ hash, expiresAt }) => ({ hash, validUntil: expiresAt ?? end }));
}
