import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables/tables.ts';
import type { ConnectorKind } from '../../../tools/tool.ts';
import { PlatformError } from '../../../tools/platform-error.ts';
import { hashOf, newServiceKey } from './service-key.ts';

export interface ServiceKeysOptions {
  db: Kysely<Tables>;
  service: ConnectorKind;
  now: () => Date;
}

/** Whose key it is, and until when; without an end it is good until it is revoked. */
export interface KeyOwner {
  userId: string;
  expiresAt?: Date | undefined;
}

/** The keys of a service's callers. */
export interface ServiceKeys {
  /**
   * The user whom calls with this key are made for: one statement, at every call, so that a key that was revoked
   * opens nothing any more on any node.
   * @throws PlatformError `CONNECTION_EXPIRED`, in the same words for a key that is unknown, revoked or expired
   */
  authenticate(key: string): Promise<string>;
  /** A new key of a user, which is shown here and never again. */
  issuePersonal(owner: KeyOwner): Promise<string>;
}

export function createServiceKeys({ db, service, now }: ServiceKeysOptions): ServiceKeys {
  return {
    async authenticate(key) {
      const row = await db
        .selectFrom('service_keys')
        .select('user_id')
        .where('key_hash', '=', hashOf(key))
        .where('service', '=', service)
        .where('revoked_at', 'is', null)
        .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now())]))
        .executeTakeFirst();
      if (row) return row.user_id;
      throw new PlatformError({
        code: 'CONNECTION_EXPIRED',
        message: 'The service does not take the token of the account any more; connect the account again.',
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

interface NewKey extends KeyOwner {
  service: ConnectorKind;
  purpose: 'personal' | 'api_key';
  organizationId?: string;
  createdAt: Date;
}

/** What is stored of a new key. */
export const keyRow = (key: string, { service, purpose, userId, organizationId, createdAt, expiresAt }: NewKey) => ({
  id: randomUUID(),
  key_hash: hashOf(key),
  service,
  purpose,
  user_id: userId,
  organization_id: organizationId ?? null,
  created_at: createdAt,
  expires_at: expiresAt ?? null,
});
