import { inTransaction } from '../../database/in-transaction.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables/tables.ts';
import { newServiceKey } from './service-key.ts';
import { type KeyOwner, keyRow } from './service-keys.ts';

/** Who may generate the API key of their organization. */
const generators = new Set(['admin', 'owner']);

/** What came of asking for a new API key. */
export type GeneratedKey =
  | { key: string; organizationId: string; /** Of the key that this one replaces. */ revokedHash: string | undefined }
  | { refused: 'unknown user' }
  | { refused: 'role'; role: string | null }
  | { refused: 'status'; status: string };

/**
 * Generates the API key of a user's organization, which is shown here and never again. From then on the previous one
 * opens nothing. Only an Admin or Owner may, and none who is not active yet or any more.
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
      // Of two who generate at once, one waits here and then replaces the other's key. Role and status stay as they are until then.
      .forUpdate()
      .executeTakeFirst();
    if (!user) return { refused: 'unknown user' };
    const { organizationId, role, status } = user;
    if (!generators.has(role?.toLowerCase() ?? '')) return { refused: 'role', role };
    // Records that came without one are of users like any other.
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
