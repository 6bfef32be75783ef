import { inTransaction } from '../../../database/in-transaction.ts';
import type { Db } from '../../../database/open-database.ts';
import { createSecret, type SecretVault } from './signing-secret.ts';

export interface SecretRotationOptions {
  vault: SecretVault;
  webhookId: string;
  now: Date;
  /** How long requests also carry the signature of the previous secret, in hours. */
  overlapHours: number;
  /** Whether to replace a secret that cannot be decrypted; requests then carry only the new signature. */
  replaceUnreadable: boolean;
}

export type RotatedSecret = {
  secret: string;
  /** When the previous secret stops signing requests; null if it already has. */
  previousExpiresAt: Date | null;
};

/**
 * Replaces the secret of a webhook. Of the earlier secrets, only the last one continues to sign for a while.
 * @returns the new secret, which cannot be read again, or why nothing was changed
 */
export const rotateSecret = (
  db: Db,
  { vault, webhookId, now, overlapHours, replaceUnreadable }: SecretRotationOptions,
): Promise<RotatedSecret | 'unknown' | 'unreadable'> =>
  inTransaction(db, async (trx) => {
    const row = await trx
      .selectFrom('convo_webhooks')
      .select(['secret_key_id', 'sealed_secret'])
      .where('id', '=', webhookId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return 'unknown';
    const { secret_key_id: keyId, sealed_secret: sealed } = row;
    const stored = keyId === null || sealed === null ? undefined : { keyId, sealed };
    const previous = stored && (await vault.open(stored, { webhookId })) !== undefined ? stored : undefined;
    if (stored && !previous && !replaceUnreadable) return 'unreadable';
    const { secret, columns } = createSecret(vault, { webhookId });
    const previousExpiresAt = previous && overlapHours > 0 ? new Date(now.getTime() + overlapHours * 3_600_000) : null;
    await trx
      .updateTable('convo_webhooks')
      .set({
        ...columns,
        previous_secret_key_id: previousExpiresAt && previous ? previous.keyId : null,
        previous_sealed_secret: previousExpiresAt && previous ? previous.sealed : null,
        previous_secret_expires_at: previousExpiresAt,
      })
      .where('id', '=', webhookId)
      .execute();
    return { secret, previousExpiresAt };
  });
