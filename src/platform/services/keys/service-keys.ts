import { randomBytes, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { mergeReads } from '../../database/pools/merge-reads.ts';
import type { Tables } from '../../database/tables/tables.ts';
import type { ConnectorKind } from '../../../tools/tool.ts';
import { secretHash } from '../../../tools/rules/secret-hash.ts';
import { PlatformError } from '../../../tools/errors/platform-error.ts';

export interface ServiceKeysOptions {
  db: Kysely<Tables>;
  service: ConnectorKind;
  now: () => Date;
}

/**
 * The user on whose behalf calls with a key are made, and when the key expires. A key without `expiresAt` is valid
 * until it is revoked.
 */
export interface KeyOwner {
  userId: string;
  expiresAt?: Date | undefined;
}

/** Authenticates the callers of a service by their keys, and issues keys to users. */
export interface ServiceKeys {
  /**
   * Returns the id of the user on whose behalf calls with this key are made. Runs one SQL statement for all calls of the
   * same turn of the event loop instead of caching keys, so that a revoked key stops working on all servers at once.
   * @throws PlatformError `CONNECTION_EXPIRED` if the key is unknown, revoked or expired, with the same message in all
   *   three cases
   */
  authenticate(key: string): Promise<string>;
  /** Creates a personal key for a user. Only its hash is stored, so the key cannot be shown again. */
  issuePersonal(owner: KeyOwner): Promise<string>;
}

export function createServiceKeys({ db, service, now }: ServiceKeysOptions): ServiceKeys {
  const userOf = mergeReads(async (hashes: string[]) => {
    const rows = await db
      .selectFrom('service_keys')
      .select(['key_hash', 'user_id'])
      .where('key_hash', '=', (eb) => eb.fn.any(eb.val(hashes)))
      .where('service', '=', service)
      .where('revoked_at', 'is', null)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now())]))
      .execute();
    const userIds = new Map(rows.map((row) => [row.key_hash, row.user_id]));
    return (hash) => userIds.get(hash);
  });

  return {
    async authenticate(key) {
      const userId = await userOf({ key: secretHash(key) });
      if (userId !== undefined) return userId;
      throw new PlatformError({
        code: 'CONNECTION_EXPIRED',
        message: 'The service no longer accepts the token of the account; connect the account again.',
      });
    },
    async issuePersonal(owner) {
      const key = newServiceKey(service);
      await db
        .insertInto('service_keys')
        .values(keyRow(key, { service, purpose: 'personal', createdAt: now(), ...owner }))
        .execute();
      return key;
    },
  };
}

/** Generates a key: a prefix by which people and secret scanners recognize it, and 32 random bytes in hexadecimal. */
export const newServiceKey = (service: ConnectorKind) => `tcg_${service}_${randomBytes(32).toString('hex')}`;

interface NewKey extends KeyOwner {
  service: ConnectorKind;
  purpose: 'personal' | 'api_key';
  organizationId?: string;
  createdAt: Date;
}

/** Returns the database row for a new key. It contains the hash of the key, not the key itself. */
export const keyRow = (key: string, { service, purpose, userId, organizationId, createdAt, expiresAt }: NewKey) => ({
  id: randomUUID(),
  key_hash: secretHash(key),
  service,
  purpose,
  user_id: userId,
  organization_id: organizationId ?? null,
  created_at: createdAt,
  expires_at: expiresAt ?? null,
});
