import { type Kysely, sql } from 'kysely';
import type { Tables } from '../database/tables/tables.ts';
import { secretKeyIds } from './rotate-secrets.ts';
import { createVault, fixedVaultKeys, type Vault } from './vault.ts';
import { makeVaultKeyFile, newVaultKey, openVaultKeyFile } from './vault-key-file.ts';
import { OperatorError } from '../../tools/errors/operator-error.ts';

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
 * @throws OperatorError when the key file cannot be used
 */
export async function openVault({ key, previousKeys, file }: VaultSettings): Promise<Vault> {
  if (key) return createVault(fixedVaultKeys(key, previousKeys));
  if (file === 'memory') return createVault(fixedVaultKeys(newVaultKey(), previousKeys));
  return createVault(await openVaultKeyFile(file));
}

/**
 * Checks that the vault has the key of every token and webhook secret in the database. Changes nothing.
 * @throws OperatorError when a key is missing
 */
export const checkVault = async ({ vault }: { vault: VaultSettings }, db: Kysely<Tables>): Promise<void> =>
  checkTokens(db, await openVault(vault));

/**
 * Opens the vault for encryption and decryption. Creates the key file if it is missing, unless a token or
 * secret in the database needs a lost key: a new file would hide the loss.
 * @throws OperatorError when the key file cannot be used, or the key of a token or secret in the database is missing
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
 * Opens the vault to replace what can no longer be decrypted. Creates the key file if it is missing.
 * @throws OperatorError when the key file cannot be used
 */
export async function openVaultAfterLoss(settings: VaultSettings): Promise<Vault> {
  if (!settings.key && settings.file !== 'memory') await makeVaultKeyFile(settings.file);
  return openVault(settings);
}

/**
 * Checks that the vault has the key of every token and of every webhook secret in the database. A lost key is then
 * reported when the process starts, not by every tool call.
 * @throws OperatorError that explains how to recover
 */
async function checkTokens(db: Kysely<Tables>, vault: Vault): Promise<void> {
  const tokens = (await hasColumn(db, { table: 'connected_accounts', column: 'token_key_id' }))
    ? await countUnreadable(vault, await tokenKeyIds(db))
    : none;
  const secrets = (await hasColumn(db, { table: 'convo_webhooks', column: 'secret_key_id' }))
    ? await countUnreadable(vault, await secretKeyIds(db))
    : none;
  const affected: string[] = [];
  const remedies: string[] = [];
  if (tokens.unreadable > 0) {
    affected.push(tokens.unreadable === 1 ? 'token of 1 account' : `tokens of ${tokens.unreadable} accounts`);
    // If no token can be decrypted, the key is more likely misplaced than lost. The message then does not suggest
    // `--unreadable`, which would delete every account.
    const which = tokens.unreadable === tokens.total ? every('<connection> <identifier>', 'account') : '--unreadable';
    remedies.push(`npm run cli -- accounts disconnect ${which}`);
  }
  if (secrets.unreadable > 0) {
    affected.push(secrets.unreadable === 1 ? 'secret of 1 webhook' : `secrets of ${secrets.unreadable} webhooks`);
    remedies.push(`npm run cli -- webhooks rotate ${every('<id> --lost', 'webhook')} with an unreadable secret`);
  }
  if (affected.length === 0) return;
  const verb = tokens.unreadable + secrets.unreadable === 1 ? 'is' : 'are';
  throw new OperatorError(
    `The ${affected.join(' and the ')} ${verb} encrypted with a missing key. Set VAULT_KEY, or VAULT_PREVIOUS_KEYS, to ` +
      `that key or restore the vault-keys file of DATA_DIR. If it is lost: ${remedies.join('; ')}.`,
  );
}

const every = (argument: string, noun: string) => `${argument}, for every ${noun} that ${noun}s list shows`;

const none = { total: 0, unreadable: 0 };

/** Counts the tokens or secrets, and those among them whose key the vault does not have. */
async function countUnreadable(vault: Vault, byKeyId: ReadonlyMap<string, number>): Promise<typeof none> {
  const counts = { ...none };
  for (const [id, count] of byKeyId) {
    counts.total += count;
    if (!(await vault.hasKey(id))) counts.unreadable += count;
  }
  return counts;
}

/** Returns the ids of the keys that encrypted tokens, with the number of tokens of each one. */
async function tokenKeyIds(db: Kysely<Tables>): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('connected_accounts')
    .select(({ fn }) => ['token_key_id', fn.countAll().as('tokens')])
    .where('token_key_id', 'is not', null)
    .groupBy('token_key_id')
    .execute();
  return new Map(rows.flatMap(({ token_key_id: id, tokens }) => (id === null ? [] : [[id, Number(tokens)]])));
}

/** Whether the database has a column. A new database and one of an earlier version lack those with encrypted values. */
async function hasColumn(db: Kysely<Tables>, { table, column }: { table: string; column: string }): Promise<boolean> {
  const { rows } = await sql`
    select from pg_attribute where attrelid = to_regclass(${table}) and attname = ${column}`.execute(db);
  return rows.length > 0;
}
