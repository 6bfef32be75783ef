import { type Kysely, sql } from 'kysely';
import type { Tables } from '../database/tables/tables.ts';
import { createVault, fixedVaultKeys, type Vault } from './vault.ts';
import { makeVaultKeyFile, newVaultKey, openVaultKeyFile } from './vault-key-file.ts';
import { OperatorError } from '../../tools/errors/operator-error.ts';

export interface VaultSettings {
  /** The key for new tokens, 32 bytes; when omitted, the keys in `file` are used. */
  key?: Buffer | undefined;
  /** Keys that are only used for decryption. */
  previousKeys: readonly Buffer[];
  /** Path of the key file, or `memory` for a new key that is lost when the process ends. */
  file: string;
}

/** Opens the vault, but creates no key file. @throws OperatorError when the key file cannot be used */
export async function openVault({ key, previousKeys, file }: VaultSettings): Promise<Vault> {
  if (key) return createVault(fixedVaultKeys(key, previousKeys));
  if (file === 'memory') return createVault(fixedVaultKeys(newVaultKey(), previousKeys));
  return createVault(await openVaultKeyFile(file));
}

/**
 * Opens the vault and creates a missing key file, unless a token or secret needs a lost key: a new file would hide the
 * loss.
 * @throws OperatorError when the key file cannot be used, or the key of a token or secret in the database is missing
 */
export async function openCheckedVault(options: { vault: VaultSettings }, db: Kysely<Tables>): Promise<Vault> {
  await checkVault(options, db);
  return openVaultDespiteLostKeys(options.vault);
}

/**
 * Opens the vault and creates a missing key file, even if keys are lost.
 * @throws OperatorError when the key file cannot be used
 */
export async function openVaultDespiteLostKeys(settings: VaultSettings): Promise<Vault> {
  if (!settings.key && settings.file !== 'memory') await makeVaultKeyFile(settings.file);
  return openVault(settings);
}

/**
 * Reports a lost key, and how to recover, when the program starts instead of in every tool call.
 * @throws OperatorError when the key of a token or webhook secret in the database is missing
 */
export async function checkVault({ vault: settings }: { vault: VaultSettings }, db: Kysely<Tables>): Promise<void> {
  const vault = await openVault(settings);
  const tokens = await countUnreadable(vault, await countByKeyId(db, 'connected_accounts'));
  const secrets = await countUnreadable(vault, await countByKeyId(db, 'convo_webhooks'));
  const affected: string[] = [];
  const remedies: string[] = [];
  if (tokens.unreadable > 0) {
    affected.push(tokens.unreadable === 1 ? 'token of 1 account' : `tokens of ${tokens.unreadable} accounts`);
    // If no token is readable, the key is likely misplaced: do not suggest `--unreadable`, which deletes all accounts.
    const which =
      tokens.unreadable === tokens.total ? forEachListed('<connection> <identifier>', 'account') : '--unreadable';
    remedies.push(`npm run cli -- accounts disconnect ${which}`);
  }
  if (secrets.unreadable > 0) {
    affected.push(secrets.unreadable === 1 ? 'secret of 1 webhook' : `secrets of ${secrets.unreadable} webhooks`);
    remedies.push(
      `npm run cli -- webhooks rotate ${forEachListed('<id> --lost', 'webhook')} with an unreadable secret`,
    );
  }
  if (affected.length === 0) return;
  const verb = tokens.unreadable + secrets.unreadable === 1 ? 'is' : 'are';
  throw new OperatorError(
    `The ${affected.join(' and the ')} ${verb} encrypted with a missing key. Set VAULT_KEY, or VAULT_PREVIOUS_KEYS, to ` +
      `that key or restore the vault-keys file of DATA_DIR. If it is lost: ${remedies.join('; ')}.`,
  );
}

const forEachListed = (argument: string, noun: string) => `${argument}, for every ${noun} that ${noun}s list shows`;

async function countUnreadable(vault: Vault, byKeyId: ReadonlyMap<string, number>) {
  const counts = { total: 0, unreadable: 0 };
  for (const [id, count] of byKeyId) {
    counts.total += count;
    if (!(await vault.hasKey(id))) counts.unreadable += count;
  }
  return counts;
}

const keyIdColumns = { connected_accounts: 'token_key_id', convo_webhooks: 'secret_key_id' } as const;

/** Counts encrypted values by key id, except previous webhook secrets. Empty until a migration adds the column. */
export async function countByKeyId(
  db: Kysely<Tables>,
  table: keyof typeof keyIdColumns,
): Promise<ReadonlyMap<string, number>> {
  const column = keyIdColumns[table];
  const { rows: columns } = await sql`
    select from pg_attribute where attrelid = to_regclass(${table}) and attname = ${column}`.execute(db);
  if (columns.length === 0) return new Map();
  const { rows } = await sql<{ id: string; count: number }>`
    select ${sql.ref(column)} as id, count(*)::int as count from ${sql.table(table)}
    where ${sql.ref(column)} is not null group by 1`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}
