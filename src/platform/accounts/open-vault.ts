import { type Kysely, sql } from 'kysely';
import type { Tables } from '../database/tables/tables.ts';
import { createVault, fixedVaultKeys, type Vault, VaultError } from './vault.ts';
import { makeVaultKeyFile, newVaultKey, openVaultKeyFile } from './vault-key-file.ts';

export interface VaultSettings {
  /** The key that encrypts new tokens, 32 bytes; when omitted, the keys in `file` are used. */
  key?: Buffer | undefined;
  /** Earlier keys, which are only used for decryption. */
  previousKeys: readonly Buffer[];
  /** Path of the key file, or `memory` for a new key that is lost when the process ends. */
  file: string;
}

/**
 * Opens the vault with the existing keys. Creates no key file.
 * @throws VaultError when the key file cannot be used
 */
export async function openVault({ key, previousKeys, file }: VaultSettings): Promise<Vault> {
  if (key) return createVault(fixedVaultKeys(key, previousKeys));
  if (file === 'memory') return createVault(fixedVaultKeys(newVaultKey(), previousKeys));
  return createVault(await openVaultKeyFile(file));
}

/**
 * Checks that the vault has the key of every token in the database. Changes nothing.
 * @throws VaultError when a key is missing
 */
export const checkVault = async ({ vault }: { vault: VaultSettings }, db: Kysely<Tables>): Promise<void> =>
  checkTokens(db, await openVault(vault));

/**
 * Opens the vault for encryption and decryption. Creates the key file if it is missing, unless a token in the database
 * needs a lost key: a new file would hide the loss.
 * @throws VaultError when the key file cannot be used, or the key of a token in the database is missing
 */
export async function openCheckedVault(
  { vault: settings }: { vault: VaultSettings },
  db: Kysely<Tables>,
): Promise<Vault> {
  const vault = await openVault(settings);
  await checkTokens(db, vault);
  if (settings.key || settings.file === 'memory') return vault;
  await makeVaultKeyFile(settings.file);
  return openVault(settings);
}

/**
 * Checks that the vault has the key of every token in the database. A lost key is then reported when the process
 * starts, not by every tool call.
 * @throws VaultError that explains how to recover
 */
async function checkTokens(db: Kysely<Tables>, vault: Vault): Promise<void> {
  if (!(await hasEncryptedTokens(db))) return;
  const rows = await db
    .selectFrom('connected_accounts')
    .select(({ fn }) => ['token_key_id', fn.countAll().as('tokens')])
    .where('token_key_id', 'is not', null)
    .groupBy('token_key_id')
    .execute();
  let total = 0;
  let unreadable = 0;
  for (const { token_key_id: id, tokens } of rows) {
    total += Number(tokens);
    if (id !== null && !(await vault.hasKey(id))) unreadable += Number(tokens);
  }
  if (unreadable === 0) return;
  const tokens = unreadable === 1 ? 'The token of 1 account is' : `The tokens of ${unreadable} accounts are`;
  // If no token can be decrypted, the key is more likely misplaced than lost. The message then does not suggest
  // `--unreadable`, which would delete every account.
  const disconnect =
    unreadable === total ? '<connection> <identifier>, for every account that accounts list shows' : '--unreadable';
  throw new VaultError(
    `${tokens} encrypted with a missing key. Set VAULT_KEY, or VAULT_PREVIOUS_KEYS, to that key or restore ` +
      `the vault-keys file of DATA_DIR. If it is lost: npm run cli -- accounts disconnect ${disconnect}.`,
  );
}

/**
 * Whether the database can contain encrypted tokens. A new database and one of an earlier version lack their columns.
 */
async function hasEncryptedTokens(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`
    select from pg_attribute where attrelid = to_regclass('connected_accounts') and attname = 'token_key_id'`.execute(
    db,
  );
  return rows.length > 0;
}
