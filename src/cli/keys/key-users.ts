import { createAccounts } from '../../platform/accounts/accounts.ts';
import { openVault } from '../../platform/accounts/open-vault.ts';
import type { TokenOwner } from '../../platform/accounts/vault.ts';
import { hashOf } from '../../platform/services/keys/service-key.ts';
import type { PlatformData } from '../with-database.ts';

/** The accounts that call with the key of a hash. */
export type KeyUsers = (hash: string) => TokenOwner[];

/**
 * Reads all that is needed to tell who used a key, before that key is made invalid: afterwards nothing can fail.
 * @throws VaultError when the tokens of the accounts cannot be read
 */
export async function readKeyUsers({ config, db }: PlatformData): Promise<KeyUsers> {
  const accounts = createAccounts({ db, vault: await openVault(config.vault), now: () => new Date() });
  const listed = await accounts.list();
  const users = listed.flatMap(({ connectionName, identifier, account }) =>
    account.state === 'ready' ? [{ owner: { connectionName, identifier }, hash: hashOf(account.token) }] : [],
  );
  return (hash) => users.flatMap((user) => (user.hash === hash ? [user.owner] : []));
}

/** What is to be done about accounts whose key is invalid now; nothing where there are none. */
export function reconnectLines(owners: readonly TokenOwner[]): string[] {
  if (owners.length === 0) return [];
  const used = owners.length === 1 ? '1 connected account used it' : `${owners.length} connected accounts used it`;
  return [
    `${used} and must be connected again, with the new key in a file:`,
    ...owners.map(
      ({ connectionName, identifier }) =>
        `  npm run cli -- accounts connect ${quoted(connectionName)} ${quoted(identifier)} --token-file <file>`,
    ),
  ];
}

/** As a shell takes it. */
const quoted = (text: string) => (/^[\w.@:-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`);

export const ownerRecord = ({ connectionName, identifier }: TokenOwner) => ({ connection: connectionName, identifier });
