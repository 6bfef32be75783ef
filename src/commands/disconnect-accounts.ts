import { createAccounts } from '../platform/accounts.ts';
import { openVault } from '../platform/open-vault.ts';
import type { TokenOwner } from '../platform/vault.ts';
import { CommandError } from './command-error.ts';
import { report, type ReportOptions } from './report.ts';
import type { PlatformData } from './with-database.ts';

const now = () => new Date();

const accountsOf = async ({ config, db }: PlatformData) =>
  createAccounts({ db, vault: await openVault(config.vault), now });

export async function disconnectAccount(
  data: PlatformData,
  { connectionName, identifier, ...options }: ReportOptions & TokenOwner,
): Promise<void> {
  const accounts = await accountsOf(data);
  if (!(await accounts.disconnect({ connectionName, identifier }))) {
    throw new CommandError(
      `There is no account of ${JSON.stringify(identifier)} on ${JSON.stringify(connectionName)}; both must match exactly.`,
    );
  }
  report(options, {
    record: { disconnected: [{ connection: connectionName, identifier }] },
    text: `The account of ${JSON.stringify(identifier)} on ${JSON.stringify(connectionName)} is gone.`,
  });
}

/** For whoever lost a key of the vault. */
export async function disconnectUnreadable(data: PlatformData, options: ReportOptions): Promise<void> {
  const accounts = await accountsOf(data);
  const unreadable = (await accounts.list()).filter(({ account }) => account.state === 'unreadable');
  for (const { connectionName, identifier } of unreadable) await accounts.disconnect({ connectionName, identifier });
  report(options, {
    record: {
      disconnected: unreadable.map(({ connectionName, identifier }) => ({ connection: connectionName, identifier })),
    },
    text: `Accounts that could not be read any more and are gone: ${unreadable.length}.`,
  });
}
