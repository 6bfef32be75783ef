import { type Kysely, sql } from 'kysely';
import type { Tables } from '../database/tables/tables.ts';
import type { Vault } from './vault.ts';
import { VaultError } from './vault-error.ts';

/**
 * Looks whether there is a key for every token, so that a lost key is told at start and not call by call.
 * @throws VaultError that names VAULT_KEY
 */
export async function checkTokens(db: Kysely<Tables>, vault: Vault): Promise<void> {
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
  throw new VaultError(
    `${tokens} encrypted with a key that is not here. Set VAULT_KEY, or VAULT_PREVIOUS_KEYS, to that key or bring ` +
      `the vault-keys file of DATA_DIR back. Where it is lost: ${wayOut(unreadable === total)}.`,
  );
}

/** A database that an earlier version made, or a new one, may not have the column yet. */
async function hasEncryptedTokens(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`
    select from pg_attribute where attrelid = to_regclass('connected_accounts') and attname = 'token_key_id'`.execute(
    db,
  );
  return rows.length > 0;
}

/** Where no token can be read at all, the key is more likely elsewhere than lost. */
const wayOut = (isAll: boolean) =>
  isAll
    ? 'npm run cli -- accounts disconnect <connection> <identifier>, for every account of accounts list'
    : 'npm run cli -- accounts disconnect --unreadable';
