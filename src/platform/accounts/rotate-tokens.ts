import { inTransaction } from '../database/in-transaction.ts';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '../database/tables/tables.ts';
import { openCheckedVault, openVault, type VaultSettings } from './open-vault.ts';
import { reencryptSecrets, secretKeyIds, type SecretRotation } from './rotate-secrets.ts';
import type { TokenOwner, Vault } from './vault.ts';
import { addVaultKey } from './vault-key-file.ts';

export interface Rotation {
  /** Number of tokens that this rotation encrypted with the newest key. */
  encrypted: number;
  /** Whether a new key was created. If not, only what used an older key was encrypted again. */
  madeKey: boolean;
  /** Owners of the tokens that cannot be decrypted. These tokens are not changed. */
  unreadable: TokenOwner[];
  webhooks: SecretRotation;
}

/**
 * Re-encrypts all tokens of accounts and all signing secrets of webhooks with the newest key, in one transaction. If
 * all of them already use that key and the keys are in a file, first adds a new key to the file. Old keys stay in the
 * file, so that everything has its key even if the process is interrupted.
 * @throws OperatorError when the key of a token or secret is missing
 */
export async function rotateTokens(db: Kysely<Tables>, settings: VaultSettings): Promise<Rotation> {
  return inTransaction(db, async (trx) => {
    // Blocks other rotations, new tokens and new secrets until the end of the transaction.
    await sql`lock table connected_accounts, convo_webhooks in exclusive mode`.execute(trx);
    let vault = await openCheckedVault({ vault: settings }, trx);
    const allCurrent = (await keyIds(trx)).every((id) => id === vault.currentKeyId());
    const madeKey = allCurrent && settings.key === undefined && settings.file !== 'memory';
    if (madeKey) {
      await addVaultKey(settings.file);
      vault = await openVault(settings);
    }
    return { madeKey, ...(await reencrypt(trx, vault)), webhooks: await reencryptSecrets(trx, vault) };
  });
}

async function keyIds(trx: Transaction<Tables>): Promise<string[]> {
  const rows = await trx.selectFrom('connected_accounts').select('token_key_id').distinct().execute();
  return [...rows.flatMap(({ token_key_id: id }) => id ?? []), ...(await secretKeyIds(trx)).keys()];
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
