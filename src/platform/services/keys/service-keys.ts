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

/** A key without `expiresAt` is valid until it is revoked. */
export interface KeyOwner {
  userId: string;
  expiresAt?: Date | undefined;
}

export interface ServiceKeys {
  /**
   * Id of the user on whose behalf calls are made. Runs one SQL statement per turn of the event loop instead of caching
   * keys, so that a revoked key stops working at once.
   * @throws PlatformError `CONNECTION_EXPIRED` with the same message if the key is unknown, revoked or expired
   */
  authenticate(key: string): Promise<string>;
  /** Only the hash of the key is stored, so the key cannot be shown again. */
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

/** The prefix lets people and secret scanners recognize a key. */
export const newServiceKey = (service: ConnectorKind) => `tcg_${service}_${randomBytes(32).toString('hex')}`;

interface NewKey extends KeyOwner {
  service: ConnectorKind;
  purpose: 'personal' | 'api_key';
  organizationId?: string;
  createdAt: Date;
}

/** Contains the hash of the key, not the key itself. */
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
