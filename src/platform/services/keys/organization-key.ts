import { sql, type Transaction } from 'kysely';
import { inTransaction } from '../../database/in-transaction.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables/tables.ts';
import { type KeyOwner, keyRow, newServiceKey } from './service-keys.ts';

/** Roles of the users who may generate an API key for their organization, in lower case. */
const generatorRoles = new Set(['admin', 'owner']);

/** The result of generating an API key: the new key, or why none was generated. */
export type GeneratedKey =
  | { key: string; organizationId: string; replaced: ReplacedKey[] }
  | { refused: 'unknown user' }
  | { refused: 'role'; role: string | null }
  | { refused: 'status'; status: string };

/** A key that the new key replaces. */
interface ReplacedKey {
  hash: string;
  /** When the key stops working; undefined if it was revoked. */
  validUntil: Date | undefined;
}

export interface KeyRequest extends KeyOwner {
  now: Date;
  /** How long the organization's current key stays valid; without it, all previous keys are revoked. */
  overlapMinutes?: number | undefined;
}

/**
 * Generates an API key for the organization of a user and replaces the organization's current key. The user must be an
 * active Admin or Owner. Only the hash of the new key is stored, so the key cannot be shown again.
 */
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
      // Lock the user and the organization: concurrent calls for the organization wait here, so that each one replaces
      // the key of the call before it. The role and status of the user cannot change meanwhile.
      .forUpdate()
      .executeTakeFirst();
    if (!user) return { refused: 'unknown user' };
    const { organizationId, role, status } = user;
    if (!generatorRoles.has(role?.toLowerCase() ?? '')) return { refused: 'role', role };
    // Some imported users have no status; they count as active.
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

/** Revokes all keys of an organization, including those that an earlier overlap would keep valid. */
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

/**
 * Limits the validity of the current key of an organization. A key that expires earlier keeps its time, and so do keys of
 * an earlier overlap.
 */
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
