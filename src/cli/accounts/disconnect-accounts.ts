import { createAccounts } from '../../platform/accounts/accounts.ts';
import { openVault } from '../../platform/accounts/open-vault.ts';
import type { TokenOwner } from '../../platform/accounts/vault.ts';
import { CommandError } from '../command-error.ts';
import { ownerRecord } from '../keys/key-users.ts';
import { report, type ReportOptions } from '../report.ts';
import type { PlatformData } from '../with-database.ts';

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
  await report(options, {
    record: { disconnected: [{ connection: connectionName, identifier }] },
    text: `The account of ${JSON.stringify(identifier)} on ${JSON.stringify(connectionName)} is gone.`,
  });
}

export interface UnreadableOptions extends ReportOptions {
  /** How many accounts go; without it they are only counted. */
  yes?: number;
}

/**
 * For whoever lost one of several keys of the vault. Where no token can be read, and where it is another number than
 * the one that was agreed to, the keys are more likely elsewhere than lost, and nothing is taken away.
 */
export async function disconnectUnreadable(data: PlatformData, { yes, ...options }: UnreadableOptions): Promise<void> {
  const accounts = await accountsOf(data);
  const states = Map.groupBy(await accounts.list(), ({ account }) => account.state);
  const unreadable = states.get('unreadable') ?? [];
  if (unreadable.length > 0 && !states.has('ready')) {
    throw new CommandError(
      `No token can be read with the keys that are here, ${unreadable.length} in all; nothing was ` +
        'changed. Set VAULT_KEY, VAULT_PREVIOUS_KEYS and DATA_DIR as for the platform. Where the keys are lost, ' +
        'name the connection and the identifier of each account.',
    );
  }
  if (unreadable.length > 0 && yes !== unreadable.length) {
    throw new CommandError(
      `Accounts whose tokens cannot be read with the keys that are here: ${unreadable.length}; nothing was changed. ` +
        `--yes ${unreadable.length} takes them away.`,
    );
  }
  for (const { connectionName, identifier } of unreadable) await accounts.disconnect({ connectionName, identifier });
  await report(options, {
    record: { disconnected: unreadable.map(ownerRecord) },
    text: `Accounts that could not be read any more and are gone: ${unreadable.length}.`,
  });
}
