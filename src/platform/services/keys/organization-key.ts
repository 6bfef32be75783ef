import { inTransaction } from '../../database/in-transaction.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables/tables.ts';
import { type KeyOwner, keyRow, newServiceKey } from './service-keys.ts';

/** Roles of the users who may generate an API key for their organization, in lower case. */
const generatorRoles = new Set(['admin', 'owner']);

/** The result of generating an API key: the new key, or why none was generated. */
export type GeneratedKey =
  | { key: string; organizationId: string; /** Hash of the previous key. */ revokedHash: string | undefined }
  | { refused: 'unknown user' }
  | { refused: 'role'; role: string | null }
  | { refused: 'status'; status: string };

/**
 * Generates an API key for the organization of a user and revokes the organization's previous key. The user must be an
 * active Admin or Owner. Only the hash of the new key is stored, so the key cannot be shown again.
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
      // Lock the user and the organization: concurrent calls for the organization wait here, so that each one revokes
      // the key of the call before it. The role and status of the user cannot change meanwhile.
      .forUpdate()
      .executeTakeFirst();
    if (!user) return { refused: 'unknown user' };
    const { organizationId, role, status } = user;
    if (!generatorRoles.has(role?.toLowerCase() ?? '')) return { refused: 'role', role };
    // Some imported users have no status; they count as active.
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
