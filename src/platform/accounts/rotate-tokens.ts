import { type Kysely, sql } from 'kysely';
import { inTransaction } from '../database/in-transaction.ts';
import type { Tables } from '../database/tables/tables.ts';
import { countByKeyId, openCheckedVault, openVault, type VaultSettings } from './open-vault.ts';
import type { SecretOwner, TokenOwner, Vault } from './vault.ts';
import { addVaultKey } from './vault-key-file.ts';

/**
 * Re-encrypts all tokens and webhook secrets with the newest key, one by one: if the process is interrupted, the next
 * call encrypts the remaining values. If all tokens and current secrets use the newest key, and keys are in a file,
 * first adds a new key. Old keys stay in the file.
 * @returns `madeKey`: whether a key was added; `unreadable`: owners of tokens, and ids of webhooks, that stay unchanged
 * @throws OperatorError when the key of a token or secret is missing
 */
export async function rotateTokens(db: Kysely<Tables>, settings: VaultSettings) {
  const { vault, madeKey } = await openForRotation(db, settings);
  const tokens = await reencrypt(db, vault, tokenColumns);
  const secret = await reencrypt(db, vault, secretColumns('secret_key_id', 'sealed_secret'));
  const previous = await reencrypt(db, vault, secretColumns('previous_secret_key_id', 'previous_sealed_secret'));
  const unreadable = new Set([...secret.unreadable, ...previous.unreadable].map(({ webhookId }) => webhookId));
  const webhooks = { encrypted: secret.encrypted + previous.encrypted, unreadable: [...unreadable] };
  return { madeKey, ...tokens, webhooks };
}

const openForRotation = (db: Kysely<Tables>, settings: VaultSettings) =>
  inTransaction(db, async (trx) => {
    // Concurrent rotations would overwrite each other's new keys.
    await sql`lock table connected_accounts in exclusive mode`.execute(trx);
    const vault = await openCheckedVault({ vault: settings }, trx);
    const tokens = await countByKeyId(trx, 'connected_accounts');
    const secrets = await countByKeyId(trx, 'convo_webhooks');
    const isUpToDate = [...tokens.keys(), ...secrets.keys()].every((id) => id === vault.currentKeyId());
    if (!isUpToDate || settings.key || settings.file === 'memory') return { vault, madeKey: false };
    await addVaultKey(settings.file);
    return { vault: await openVault(settings), madeKey: true };
  });

/** The columns of encrypted values, and the columns that identify their rows. */
interface SealedColumns<Owner> {
  table: keyof Tables;
  keyId: string;
  sealed: string;
  ids: readonly string[];
  ownerOf(ids: readonly string[]): Owner;
}

const tokenColumns: SealedColumns<TokenOwner> = {
  table: 'connected_accounts',
  keyId: 'token_key_id',
  sealed: 'sealed_token',
  ids: ['connection_name', 'identifier'],
  ownerOf: ([connectionName = '', identifier = '']) => ({ connectionName, identifier }),
};

const secretColumns = (keyId: string, sealed: string): SealedColumns<{ webhookId: string }> => ({
  table: 'convo_webhooks',
  keyId,
  sealed,
  ids: ['id'],
  ownerOf: ([webhookId = '']) => ({ webhookId }),
});

async function reencrypt<Owner extends SecretOwner>(db: Kysely<Tables>, vault: Vault, columns: SealedColumns<Owner>) {
  const [table, keyId, sealed] = [sql.table(columns.table), sql.ref(columns.keyId), sql.ref(columns.sealed)];
  const ids = sql.join(columns.ids.map((name) => sql`${sql.ref(name)}::text`));
  const { rows } = await sql<{ ids: string[]; keyId: string; sealed: string }>`
    select array[${ids}] as ids, ${keyId} as "keyId", ${sealed} as sealed from ${table}
    where ${keyId} != ${vault.currentKeyId()} order by ids`.execute(db);
  const unreadable: Owner[] = [];
  let encrypted = 0;
  for (const row of rows) {
    const owner = columns.ownerOf(row.ids);
    const value = await vault.open(row, owner);
    if (value === undefined) {
      unreadable.push(owner);
      continue;
    }
    const next = vault.seal(value, owner);
    const conditions = columns.ids.map((name, index) => sql`${sql.ref(name)} = ${row.ids[index]}`);
    // Keep a value that was replaced in the meantime.
    const { numAffectedRows } = await sql`
      update ${table} set ${keyId} = ${next.keyId}, ${sealed} = ${next.sealed}
      where ${sql.join(conditions, sql` and `)} and ${sealed} = ${row.sealed}`.execute(db);
    encrypted += Number(numAffectedRows);
  }
  return { encrypted, unreadable };
}
