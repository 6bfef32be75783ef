import { inTransaction } from '../../database/in-transaction.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables/tables.ts';
import { type KeyOwner, keyRow, newServiceKey } from './service-keys.ts';

/** Roles that may generate the API key of their organization. */
const generatorRoles = new Set(['admin', 'owner']);

/** A generated API key, or why none was generated. */
export type GeneratedKey =
  | { key: string; organizationId: string; /** Hash of the replaced key. */ revokedHash: string | undefined }
  | { refused: 'unknown user' }
  | { refused: 'role'; role: string | null }
  | { refused: 'status'; status: string };

/**
 * Generates an API key for a user's organization and revokes the previous one. Only the hash of the key is stored, so
 * it cannot be shown again. The user must be an active Admin or Owner.
 */
export function generateOrganizationKey(
  db: Kysely<Tables>,
  { userId, expiresAt, now }: KeyOwner & { now: () => Date },
): Promise<GeneratedKey> {
  return inTransaction(db, async (trx) => {
    const user = await trx
      .selectFrom('convo_users as user')
      .innerJoin('convo_organizations as organization', 'organization.id', 'user.organization_id')
      .select(['user.organization_id as organizationId', 'user.role', 'user.status'])
      .where('user.id', '=', userId)
      // Concurrent calls wait here, so that the last one replaces the earlier keys. The lock also prevents changes of
      // role and status.
      .forUpdate()
      .executeTakeFirst();
    if (!user) return { refused: 'unknown user' };
    const { organizationId, role, status } = user;
    if (!generatorRoles.has(role?.toLowerCase() ?? '')) return { refused: 'role', role };
    // Imported users may have no status; they count as active.
    if (status !== null && status.toLowerCase() !== 'active') return { refused: 'status', status };
    const revoked = await trx
      .updateTable('service_keys')
      .set({ revoked_at: now() })
      .where('organization_id', '=', organizationId)
      .where('purpose', '=', 'api_key')
      .where('revoked_at', 'is', null)
      .returning('key_hash')
      .executeTakeFirst();
    const key = newServiceKey('convo');
    const owner = { userId, organizationId, expiresAt };
    await trx
      .insertInto('service_keys')
      .values(keyRow(key, { service: 'convo', purpose: 'api_key', createdAt: now(), ...owner }))
      .execute();
    return { key, organizationId, revokedHash: revoked?.key_hash };
  });
}
