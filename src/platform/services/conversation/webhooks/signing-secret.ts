import { randomBytes } from 'node:crypto';
import type { Db } from '../../../database/open-database.ts';

/** An encrypted secret as stored in the database. */
export interface SealedSecret {
  keyId: string;
  sealed: string;
}

/** Encrypts the secrets of webhooks. A secret can be decrypted for its own webhook only. */
export interface SecretVault {
  seal(secret: string, owner: { webhookId: string }): SealedSecret;
  /** @returns undefined if the key is missing, or the secret was modified or belongs to another webhook */
  open(secret: SealedSecret, owner: { webhookId: string }): Promise<string | undefined>;
}

const secretBytes = 32;

/**
 * Creates a secret in the form of the Standard Webhooks specification: `whsec_` and 32 random bytes in base64.
 * @returns the secret, and the columns of `convo_webhooks` that store it encrypted
 */
export function createSecret(vault: SecretVault, owner: { webhookId: string }) {
  const secret = `whsec_${randomBytes(secretBytes).toString('base64')}`;
  const { keyId, sealed } = vault.seal(secret, owner);
  return { secret, columns: { secret_key_id: keyId, sealed_secret: sealed } };
}

/**
 * Gives a secret to every webhook of an earlier release, which has none. Several processes can do so at the same time:
 * the first secret of a webhook is final.
 */
export async function addMissingSecrets(db: Db, vault: SecretVault): Promise<void> {
  const webhooks = await db.selectFrom('convo_webhooks').select('id').where('sealed_secret', 'is', null).execute();
  for (const { id } of webhooks) {
    await db
      .updateTable('convo_webhooks')
      .set(createSecret(vault, { webhookId: id }).columns)
      .where('id', '=', id)
      .where('sealed_secret', 'is', null)
      .execute();
  }
}
