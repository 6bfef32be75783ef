import { randomBytes, randomUUID } from 'node:crypto';
import { mergeReads } from '../../database/pools/merge-reads.ts';
import type { Db } from '../../database/open-database.ts';
import type { ServiceCall } from '../../../tools/service.ts';
import type { ConnectorKind } from '../../../tools/tool.ts';
import { secretHash } from '../../../tools/rules/secret-hash.ts';
import { PlatformError } from '../../../tools/errors/platform-error.ts';

/** A key without `expiresAt` is valid until it is revoked. */
export interface KeyOwner {
  userId: string;
  expiresAt?: Date | undefined;
}

export type ServiceKeys = ReturnType<typeof createServiceKeys>;

export function createServiceKeys({ db, service, now }: { db: Db; service: ConnectorKind; now: () => Date }) {
  const ownerOf = mergeReads(async (hashes: string[]) => {
    const rows = await db
      .selectFrom('service_keys')
      .select(['key_hash', 'user_id', 'purpose'])
      .where('key_hash', '=', (eb) => eb.fn.any(eb.val(hashes)))
      .where('service', '=', service)
      .where('revoked_at', 'is', null)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now())]))
      .execute();
    const owners = new Map(
      rows.map((row) => [row.key_hash, { userId: row.user_id, isPersonal: row.purpose === 'personal' }]),
    );
    return (hash) => owners.get(hash);
  });

  return {
    /**
     * The user on whose behalf calls are made. Runs one SQL statement per iteration of the event loop and caches no
     * keys, so that a revoked key stops working at once.
     * @throws PlatformError `CONNECTION_EXPIRED` with the same message if the key is unknown, revoked or expired
     */
    async authenticate(key: string): Promise<Pick<ServiceCall, 'userId' | 'isPersonal'>> {
      const owner = await ownerOf({ key: secretHash(key) });
      if (owner) return owner;
      throw new PlatformError({
        code: 'CONNECTION_EXPIRED',
        message: 'The service no longer accepts the token of the account; connect the account again.',
      });
    },
    issuePersonal: (owner: KeyOwner) => issueKey(db, { service, purpose: 'personal', createdAt: now(), ...owner }),
  };
}

interface NewKey extends KeyOwner {
  service: ConnectorKind;
  purpose: 'personal' | 'api_key';
  organizationId?: string;
  createdAt: Date;
}

/** Only the hash of the key is stored, so the key cannot be shown again. */
export async function issueKey(
  db: Db,
  { service, purpose, userId, organizationId, createdAt, expiresAt }: NewKey,
): Promise<string> {
  // The prefix lets people and secret scanners recognize a key.
  const key = `tcg_${service}_${randomBytes(32).toString('hex')}`;
  await db
    .insertInto('service_keys')
    .values({
      id: randomUUID(),
      key_hash: secretHash(key),
      service,
      purpose,
      user_id: userId,
      organization_id: organizationId ?? null,
      created_at: createdAt,
      expires_at: expiresAt ?? null,
    })
    .execute();
  return key;
}
