import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../database/tables/tables.ts';
import type { SealedToken, Vault } from './vault.ts';

export interface SecretRotation {
  /** Number of signing secrets that the rotation encrypted with the newest key. */
  encrypted: number;
  /** Ids of the webhooks with a secret that cannot be decrypted. These secrets are not changed. */
  unreadable: string[];
}

/**
 * Returns the ids of the keys that encrypted the signing secrets of webhooks, with the number of secrets of each one.
 * Previous secrets, which sign for a while after a rotation of a secret, are not counted: no webhook depends on them.
 */
export async function secretKeyIds(db: Kysely<Tables>): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('convo_webhooks')
    .select(({ fn }) => ['secret_key_id', fn.countAll().as('secrets')])
    .where('secret_key_id', 'is not', null)
    .groupBy('secret_key_id')
    .execute();
  return new Map(rows.flatMap(({ secret_key_id: id, secrets }) => (id === null ? [] : [[id, Number(secrets)]])));
}

/** Encrypts the signing secrets of all webhooks with the newest key, as part of a rotation of the vault key. */
export async function reencryptSecrets(trx: Transaction<Tables>, vault: Vault): Promise<SecretRotation> {
  const current = vault.currentKeyId();
  const rows = await trx
    .selectFrom('convo_webhooks')
    .select(['id', 'secret_key_id', 'sealed_secret', 'previous_secret_key_id', 'previous_sealed_secret'])
    .where(({ eb, or }) => or([eb('secret_key_id', '!=', current), eb('previous_secret_key_id', '!=', current)]))
    .orderBy('id')
    .execute();
  const unreadable: string[] = [];
  let encrypted = 0;
  for (const row of rows) {
    const owner = { webhookId: row.id };
    const again = async (
      keyId: string | null,
      sealed: string | null,
    ): Promise<SealedToken | 'unchanged' | undefined> => {
      if (keyId === null || sealed === null || keyId === current) return 'unchanged';
      const secret = await vault.open({ keyId, sealed }, owner);
      return secret === undefined ? undefined : vault.seal(secret, owner);
    };
    const secret = await again(row.secret_key_id, row.sealed_secret);
    const previous = await again(row.previous_secret_key_id, row.previous_sealed_secret);
    if (secret === undefined || previous === undefined) unreadable.push(row.id);
    const columns = {
      ...(typeof secret === 'object' && { secret_key_id: secret.keyId, sealed_secret: secret.sealed }),
      ...(typeof previous === 'object' && {
        previous_secret_key_id: previous.keyId,
        previous_sealed_secret: previous.sealed,
      }),
    };
    encrypted += [secret, previous].filter((sealed) => typeof sealed === 'object').length;
    if (Object.keys(columns).length === 0) continue;
    await trx.updateTable('convo_webhooks').set(columns).where('id', '=', row.id).execute();
  }
  return { encrypted, unreadable };
}
