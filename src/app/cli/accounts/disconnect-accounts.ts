import { type PlatformData, quote, report, type ReportOptions } from '../command.ts';
import { openAccounts } from './stored-accounts.ts';
import { OperatorError } from '../../../tools/errors/operator-error.ts';

export async function disconnectAccount(
  data: PlatformData,
  connectionName: string,
  identifier: string,
  options: ReportOptions,
): Promise<void> {
  const accounts = await openAccounts(data);
  if (!(await accounts.disconnect({ connectionName, identifier }))) {
    throw new OperatorError(
      `${quote(identifier)} has no account on ${quote(connectionName)}. Names must match exactly.`,
    );
  }
  data.audit('account disconnected', { connection: connectionName, identifier });
  await report(options, {
    record: { disconnected: [{ connection: connectionName, identifier }] },
    text: `Disconnected ${quote(identifier)} from ${quote(connectionName)}.`,
  });
}

export interface UnreadableOptions extends ReportOptions {
  /** The number of accounts that the user expects to be removed. If omitted, nothing is removed. */
  yes?: number;
}

/** @throws OperatorError if no token is readable (probably wrong vault keys), or `yes` is not the number to remove */
export async function disconnectUnreadable(data: PlatformData, { yes, ...options }: UnreadableOptions): Promise<void> {
  const accounts = await openAccounts(data);
  const states = Map.groupBy(await accounts.list(), ({ account }) => account.state);
  const unreadable = states.get('unreadable') ?? [];
  if (unreadable.length > 0 && !states.has('ready')) {
    throw new OperatorError(
      `None of the tokens (${unreadable.length}) can be decrypted. Nothing was changed. Set VAULT_KEY, ` +
        'VAULT_PREVIOUS_KEYS and DATA_DIR to the values that the platform uses. If the keys are lost, disconnect ' +
        'each account by its connection and identifier.',
    );
  }
  if (unreadable.length > 0 && yes !== unreadable.length) {
    throw new OperatorError(
      `Accounts whose tokens cannot be decrypted: ${unreadable.length}. Nothing was changed. ` +
        `Use --yes ${unreadable.length} to remove them.`,
    );
  }
  for (const { connectionName, identifier } of unreadable) {
    await accounts.disconnect({ connectionName, identifier });
    data.audit('account disconnected', { connection: connectionName, identifier });
  }
  await report(options, {
    record: {
      disconnected: unreadable.map(({ connectionName, identifier }) => ({ connection: connectionName, identifier })),
    },
    text: `Removed accounts whose tokens could not be decrypted: ${unreadable.length}.`,
  });
}
