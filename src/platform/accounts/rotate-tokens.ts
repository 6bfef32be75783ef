import { inTransaction } from '../database/in-transaction.ts';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '../database/tables/tables.ts';
import { keyIdsOf, openCheckedVault, openVault, type VaultSettings } from './open-vault.ts';
import type { TokenOwner, Vault } from './vault.ts';
import { addVaultKey } from './vault-key-file.ts';

/**
 * Re-encrypts all tokens and webhook secrets with the newest key, in one transaction. If all of them already use it and
 * the keys are in a file, first adds a new key. Old keys stay in the file, in case the process is interrupted.
 * @returns `madeKey` is false if only tokens and secrets with an older key were encrypted again; `unreadable` are the
 * owners of tokens, and the ids of webhooks, that cannot be decrypted and stay unchanged
 * @throws OperatorError when the key of a token or secret is missing
 */
export async function rotateTokens(db: Kysely<Tables>, settings: VaultSettings) {
  return inTransaction(db, async (trx) => {
    // Blocks other rotations, new tokens and new secrets.
    await sql`lock table connected_accounts, convo_webhooks in exclusive mode`.execute(trx);
    let vault = await openCheckedVault({ vault: settings }, trx);
    const ids = [
      ...(await keyIdsOf(trx, 'connected_accounts')).keys(),
      ...(await keyIdsOf(trx, 'convo_webhooks')).keys(),
    ];
    const isUpToDate = ids.every((id) => id === vault.currentKeyId());
    const madeKey = isUpToDate && settings.key === undefined && settings.file !== 'memory';
    if (madeKey) {
      await addVaultKey(settings.file);
      vault = await openVault(settings);
    }
    return { madeKey, ...(await reencrypt(trx, vault)), webhooks: await reencryptSecrets(trx, vault) };
  });
}

async function reencrypt(trx: Transaction<Tables>, vault: Vault) {
  const rows = await trx
    .selectFrom('connected_accounts')
    .select(['connection_name', 'identifier', 'token_key_id', 'sealed_token'])
    .where('token_key_id', '!=', vault.currentKeyId())
    .orderBy('connection_name')
    .orderBy('identifier')
    .execute();
  const unreadable: TokenOwner[] = [];
  for (const row of rows) {
    if (row.token_key_id === null || row.sealed_token === null) continue;
    const owner = { connectionName: row.connection_name, identifier: row.identifier };
    const token = await vault.open({ keyId: row.token_key_id, sealed: row.sealed_token }, owner);
    if (token === undefined) {
      unreadable.push(owner);
      continue;
    }
    const { keyId, sealed } = vault.seal(token, owner);
    await trx
      .updateTable('connected_accounts')
      .set({ token_key_id: keyId, sealed_token: sealed })
      .where('connection_name', '=', owner.connectionName)
      .where('identifier', '=', owner.identifier)
      .execute();
  }
  return { encrypted: rows.length - unreadable.length, unreadable };
}

async function reencryptSecrets(trx: Transaction<Tables>, vault: Vault) {
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
    const again = async (keyId: string | null, sealed: string | null) => {
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
