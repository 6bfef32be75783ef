import { type Accounts, createAccounts } from '../../../platform/accounts/accounts.ts';
import { openVault } from '../../../platform/accounts/open-vault.ts';
import { secretHash } from '../../../tools/rules/secret-hash.ts';
import { counted, type PlatformData } from '../command.ts';

/** Opens the stored accounts without creating a vault key file. @throws OperatorError if the vault cannot be opened */
export const openAccounts = async ({ config, db }: PlatformData): Promise<Accounts> =>
  createAccounts({ db, vault: await openVault(config.vault), now: () => new Date() });

interface ConnectedAccount {
  connection: string;
  identifier: string;
}

/** Connected accounts, by the hash of the service key that they use as their token. */
export type AccountsByKey = Map<string, ConnectedAccount[]>;

/** Call it before you invalidate a key, because it can fail. @throws OperatorError if the vault cannot be opened */
export async function readAccountsByKey(data: PlatformData): Promise<AccountsByKey> {
  const accounts = await openAccounts(data);
  const byKey: AccountsByKey = new Map();
  for (const { connectionName: connection, identifier, account } of await accounts.list()) {
    if (account.state !== 'ready') continue;
    const hash = secretHash(account.token);
    byKey.set(hash, [...(byKey.get(hash) ?? []), { connection, identifier }]);
  }
  return byKey;
}

export function reconnectLines(accounts: readonly ConnectedAccount[]): string[] {
  if (accounts.length === 0) return [];
  return [
    `${counted(accounts.length, 'account')} used it. Write the new key to a file, then run:`,
    ...accounts.map(
      ({ connection, identifier }) =>
        `  npm run cli -- accounts connect ${shellWord(connection)} ${shellWord(identifier)} --token-file <file>`,
    ),
  ];
}

const shellWord = (text: string) => (/^[\w.@:-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`);
