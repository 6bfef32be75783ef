import { type Kysely, sql } from 'kysely';
import type { Tables } from '../database/tables/tables.ts';
import { createVault, fixedVaultKeys, type Vault, VaultError } from './vault.ts';
import { makeVaultKeyFile, newVaultKey, openVaultKeyFile } from './vault-key-file.ts';

export interface VaultSettings {
  /** The key for new tokens, 32 bytes; when omitted, the keys in the file are used. */
  key?: Buffer | undefined;
  /** Earlier keys, which are only used for decryption. */
  previousKeys: readonly Buffer[];
  /** Path of the key file, or `memory` for a key that is lost when the process ends. */
  file: string;
}

/**
 * Opens the vault with the existing keys and creates none.
 * @throws VaultError when the key file cannot be used
 */
export async function openVault({ key, previousKeys, file }: VaultSettings): Promise<Vault> {
  if (key) return createVault(fixedVaultKeys(key, previousKeys));
  if (file === 'memory') return createVault(fixedVaultKeys(newVaultKey(), previousKeys));
  return createVault(await openVaultKeyFile(file));
}

/**
 * Checks that there is a key for every token, and changes nothing.
 * @throws VaultError when a key is missing
 */
export const checkVault = async ({ vault }: { vault: VaultSettings }, db: Kysely<Tables>): Promise<void> =>
  checkTokens(db, await openVault(vault));

/**
 * Opens the vault for encryption. Creates a missing key file only if no token depends on it: a new file would hide that
 * the old one is lost.
 * @throws VaultError when the key file cannot be used, or a token in the database has no key
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
 * Checks that there is a key for every token, so that a lost key is reported at start and not by each call.
 * @throws VaultError that names VAULT_KEY
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
  // When no token can be read, the key is more likely misplaced than lost, so `--unreadable`, which would delete every
  // account, is not suggested.
  const disconnect =
    unreadable === total ? '<connection> <identifier>, for every account that accounts list shows' : '--unreadable';
  throw new VaultError(
    `${tokens} encrypted with a missing key. Set VAULT_KEY, or VAULT_PREVIOUS_KEYS, to that key or restore ` +
      `the vault-keys file of DATA_DIR. If it is lost: npm run cli -- accounts disconnect ${disconnect}.`,
  );
}

/** False for a new database or one of an earlier version, in which the column `token_key_id` is missing. */
async function hasEncryptedTokens(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`
    select from pg_attribute where attrelid = to_regclass('connected_accounts') and attname = 'token_key_id'`.execute(
    db,
  );
  return rows.length > 0;
}
