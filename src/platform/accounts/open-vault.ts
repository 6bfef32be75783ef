import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables/tables.ts';
import { checkTokens } from './check-tokens.ts';
import { createVault, type Vault } from './vault.ts';
import { makeVaultKeyFile, newVaultKey, openVaultKeyFile } from './vault-key-file.ts';
import { fixedVaultKeys } from './vault-keys.ts';

export interface VaultSettings {
  /** 32 bytes; when it is not given, the keys in the file. */
  key?: Buffer | undefined;
  /** Decrypt what they encrypted before. */
  previousKeys: readonly Buffer[];
  /** `memory` for a key that goes with the process. */
  file: string;
}

/**
 * Opens the vault with the keys that are there, which may be none.
 * @throws VaultError when the file of the keys cannot be used
 */
export async function openVault({ key, previousKeys, file }: VaultSettings): Promise<Vault> {
  if (key) return createVault(fixedVaultKeys(key, previousKeys));
  if (file === 'memory') return createVault(fixedVaultKeys(newVaultKey(), previousKeys));
  return createVault(await openVaultKeyFile(file));
}

/**
 * Looks whether the keys that are there open every token, and changes nothing.
 * @throws VaultError when they do not
 */
export const checkVault = async ({ vault }: { vault: VaultSettings }, db: Kysely<Tables>): Promise<void> =>
  checkTokens(db, await openVault(vault));

/**
 * Opens the vault to encrypt with. The file of its keys is made only once it is sure that no token misses its key: a
 * new one in the place of a file that is elsewhere would hide that.
 * @throws VaultError when a token in the database has no key, too
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
