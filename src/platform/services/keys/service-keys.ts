import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { mergeReads } from '../../database/pools/merge-reads.ts';
import type { Db } from '../../database/open-database.ts';
import type { ServiceCall } from '../../../tools/service.ts';
import type { ConnectorKind } from '../../../tools/tool.ts';
import { secretHash } from '../../../tools/rules/secret-hash.ts';
import { PlatformError } from '../../../tools/errors/platform-error.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { findUserId, unknownUser } from './key-register.ts';
import { OperatorError } from '../../../tools/errors/operator-error.ts';

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
     * Returns the user on whose behalf calls are made. Calls in one iteration of the event loop share a SQL statement.
     * No key is cached, so that a revoked key stops working at once.
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

/** Creates a key. Only its hash is stored, so the key cannot be shown again. */
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

/** Roles, in lower case, whose users may generate an API key. */
const generatorRoles = new Set(['admin', 'owner']);

interface ReplacedKey {
  hash: string;
  /** End of the overlap or, if earlier, expiry of the key; undefined if the key was revoked. */
  validUntil: Date | undefined;
}

interface KeyRequest {
  /** Id or email address of a user. */
  user: string;
  expiresAt?: Date | undefined;
  now: Date;
  /** How long the current key stays valid; if omitted, all previous keys are revoked. */
  overlapMinutes?: number | undefined;
}

/**
 * Creates the API key of an organization. Only its hash is stored, so the key cannot be shown again.
 * @throws OperatorError unless the user is an active Admin or Owner
 */
export const generateOrganizationKey = (db: Db, { user, expiresAt, now, overlapMinutes }: KeyRequest) =>
  inTransaction(db, async (trx) => {
    const userId = await findUserId(trx, { service: 'convo', user });
    const found = await trx
      .selectFrom('convo_users as user')
      .innerJoin('convo_organizations as organization', 'organization.id', 'user.organization_id')
      .select(['user.organization_id as organizationId', 'user.role', 'user.status'])
      .where('user.id', '=', userId)
      // Lock both rows: concurrent calls run one after the other, and role and status cannot change in between.
      .forUpdate()
      .executeTakeFirst();
    if (!found) throw unknownUser(user);
    const { organizationId, role, status } = found;
    if (!generatorRoles.has(role?.toLowerCase() ?? '')) {
      const which = role === null ? 'has no role' : `has the role ${JSON.stringify(role)}`;
      throw new OperatorError(`Only an Admin or Owner can generate the API key. ${JSON.stringify(user)} ${which}.`);
    }
    // Imported users without a status count as active.
    if (status !== null && status.toLowerCase() !== 'active')
      throw new OperatorError(
        `Only an active user can generate the API key. The status of ${JSON.stringify(user)} is ${JSON.stringify(status)}.`,
      );
    const replaced = await replaceKeys(trx, { organizationId, now, overlapMinutes });
    const owner = { userId, organizationId, expiresAt };
    const key = await issueKey(trx, { service: 'convo', purpose: 'api_key', createdAt: now, ...owner });
    return { key, userId, organizationId, replaced };
  });

/**
 * Without an overlap, revokes all keys, including those that an earlier overlap keeps valid. With an overlap, those
 * keys do not change, and the validity of the current key is never extended.
 */
async function replaceKeys(
  db: Db,
  { organizationId, now, overlapMinutes }: { organizationId: string; now: Date; overlapMinutes: number | undefined },
): Promise<ReplacedKey[]> {
  const unrevokedKeys = db
    .updateTable('service_keys')
    .where('organization_id', '=', organizationId)
    .where('purpose', '=', 'api_key')
    .where('revoked_at', 'is', null)
    .returning('key_hash as hash');
  if (overlapMinutes === undefined) {
    const revoked = await unrevokedKeys.set({ revoked_at: now }).execute();
    return revoked.map(({ hash }) => ({ hash, validUntil: undefined }));
  }
  const end = new Date(now.getTime() + overlapMinutes * 60_000);
  const superseded = await unrevokedKeys
    .set({ superseded_at: now, expires_at: sql`least(expires_at, ${end}::timestamptz)` })
    .where('superseded_at', 'is', null)
    .returning('expires_at as expiresAt')
    .execute();
  return superseded.map(({ hash, expiresAt }) => ({ hash, validUntil: expiresAt ?? end }));
}
