import { randomBytes } from 'node:crypto';
import type { Db } from '../../../database/open-database.ts';

interface SealedSecret {
  keyId: string;
  sealed: string;
}

/** A secret can be decrypted for its own webhook only. */
export interface SecretVault {
  seal(secret: string, owner: { webhookId: string }): SealedSecret;
  /** @returns undefined if the key is missing, or the secret was modified or belongs to another webhook */
  open(secret: SealedSecret, owner: { webhookId: string }): Promise<string | undefined>;
}

/**
 * Creates a secret in the form of Standard Webhooks: `whsec_` and 32 random bytes in base64.
 * @returns the secret, and the columns of `convo_webhooks` that store it encrypted
 */
export function createWebhookSecret(vault: SecretVault, owner: { webhookId: string }) {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const { keyId, sealed } = vault.seal(secret, owner);
  return { secret, columns: { secret_key_id: keyId, sealed_secret: sealed } };
}

/** Returns undefined if the webhook no longer exists, or its secret cannot be decrypted. */
export async function readWebhookSecret(db: Db, vault: SecretVault, webhookId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('convo_webhooks')
    .select(['secret_key_id', 'sealed_secret'])
    .where('id', '=', webhookId)
    .executeTakeFirst();
  const { secret_key_id: keyId = null, sealed_secret: sealed = null } = row ?? {};
  return keyId === null || sealed === null ? undefined : vault.open({ keyId, sealed }, { webhookId });
}

/**
 * Reads the secrets with which requests to webhooks are signed: the current secret and, until it expires after a
 * rotation, the previous one. Adds missing secrets to webhooks of an earlier release.
 * @returns secrets by webhook id; undefined if the current secret cannot be decrypted
 */
export async function readSigningSecrets(
  db: Db,
  { vault, webhookIds, now }: { vault: SecretVault; webhookIds: ReadonlySet<string>; now: () => Date },
): Promise<Map<string, string[] | undefined>> {
  if (webhookIds.size === 0) return new Map();
  const read = () =>
    db
      .selectFrom('convo_webhooks')
      .select(['id', 'secret_key_id', 'sealed_secret'])
      .select(['previous_secret_key_id', 'previous_sealed_secret', 'previous_secret_expires_at'])
      .where('id', '=', (eb) => eb.fn.any(eb.val([...webhookIds])))
      .execute();
  let rows = await read();
  if (rows.some(({ sealed_secret: sealed }) => sealed === null)) {
    await addMissingWebhookSecrets(db, vault);
    rows = await read();
  }
  const readAt = now();
  const secrets = await Promise.all(
    rows.map(async (row) => {
      const open = async (keyId: string | null, sealed: string | null) =>
        // A broken key file must not hold back the deliveries of other webhooks.
        keyId === null || sealed === null
          ? undefined
          : vault.open({ keyId, sealed }, { webhookId: row.id }).catch(() => undefined);
      const current = await open(row.secret_key_id, row.sealed_secret);
      const isOverlapping = row.previous_secret_expires_at !== null && row.previous_secret_expires_at > readAt;
      const previous = isOverlapping ? await open(row.previous_secret_key_id, row.previous_sealed_secret) : undefined;
      const readable = [current, previous].filter((secret) => secret !== undefined);
      return [row.id, current === undefined ? undefined : readable] as const;
    }),
  );
  return new Map(secrets);
}

/** Gives secrets to webhooks of an earlier release. Safe in concurrent processes: the first stored secret stays. */
export async function addMissingWebhookSecrets(db: Db, vault: SecretVault): Promise<void> {
  const webhooks = await db.selectFrom('convo_webhooks').select('id').where('sealed_secret', 'is', null).execute();
  for (const { id } of webhooks) {
    await db
      .updateTable('convo_webhooks')
      .set(createWebhookSecret(vault, { webhookId: id }).columns)
      .where('id', '=', id)
      .where('sealed_secret', 'is', null)
      .execute();
  }
}
