import type { Command } from 'commander';
import type { ListedAccount } from '../../../platform/accounts/accounts.ts';
import { rotateTokens } from '../../../platform/accounts/rotate-tokens.ts';
import { createServiceKeys } from '../../../platform/services/keys/service-keys.ts';
import { count, futureTime, nameArgument } from '../argument-values.ts';
import {
  commandGroup,
  type PlatformData,
  report,
  reportingCommand,
  type ReportOptions,
  table,
  withDatabase,
} from '../command.ts';
import { connectAccount } from './connect-account.ts';
import { disconnectAccount, disconnectUnreadable, type UnreadableOptions } from './disconnect-accounts.ts';
import { openAccounts } from './stored-accounts.ts';

interface DisconnectOptions extends UnreadableOptions {
  unreadable?: boolean;
}

export const accountsCommand = (): Command =>
  commandGroup('accounts', 'Manage the accounts through which identifiers call a connection.', [
    reportingCommand('list', 'List all accounts with their status. Tokens are not shown.').action(
      withDatabase(listAccounts),
    ),
    connectCommand(),
    disconnectCommand(),
    reportingCommand(
      'rotate',
      'Encrypt all tokens, and the secrets of webhooks, with a new vault key, or with VAULT_KEY if that is set.',
    ).action(withDatabase(rotateVault)),
  ]);

const connectCommand = () =>
  reportingCommand(
    'connect',
    'Connect an identifier, or replace its token. Reads the token from a file or standard input.',
  )
    .argument('<connection>', 'exact name of the connection')
    .argument(
      '<identifier>',
      "the user on whose behalf calls are made: the subject of the caller's token",
      nameArgument,
    )
    .option('--token-file <file>', 'read the token from this file')
    .option('--pending', 'connect without a token for now')
    .option('--expires <time>', 'when the token expires, such as 2027-01-31', futureTime)
    .action(withDatabase(connectAccount));

function disconnectCommand(): Command {
  const command: Command = reportingCommand('disconnect', 'Remove an account.')
    .argument('[connection]', 'exact name of the connection')
    .argument('[identifier]', 'exact identifier')
    .option('--unreadable', 'remove all accounts whose tokens cannot be decrypted')
    .option('--yes <count>', 'with --unreadable: the number of accounts to remove, as confirmation', count);
  return command.action(
    (connectionName: string | undefined, identifier: string | undefined, options: DisconnectOptions) => {
      if (options.unreadable && connectionName === undefined) {
        return withDatabase(disconnectUnreadable)(options);
      }
      if (options.unreadable || connectionName === undefined || identifier === undefined) {
        command.error('Pass either a connection and an identifier, or --unreadable.');
      }
      return withDatabase(disconnectAccount)(connectionName, identifier, options);
    },
  );
}

async function listAccounts(data: PlatformData, options: ReportOptions): Promise<void> {
  const listed = await (await openAccounts(data)).list();
  const accounts = await Promise.all(
    listed.map(async (account) => ({
      connection: account.connectionName,
      identifier: account.identifier,
      status: await statusOf(data, account),
      expiresAt: account.expiresAt?.toISOString() ?? null,
      createdAt: account.createdAt.toISOString(),
      updatedAt: account.updatedAt.toISOString(),
    })),
  );
  const rows = accounts.map((account) => [
    account.connection,
    account.identifier,
    account.status,
    account.expiresAt ?? '',
  ]);
  await report(options, { record: { accounts }, text: table(['CONNECTION', 'IDENTIFIER', 'STATUS', 'EXPIRES'], rows) });
}

/** `refused` means that the service no longer accepts the token. */
async function statusOf(
  { db }: PlatformData,
  { account, kind }: ListedAccount,
): Promise<'active' | 'refused' | 'pending' | 'expired' | 'unreadable'> {
  if (account.state !== 'ready') return account.state;
  const keys = createServiceKeys({ db, service: kind, now: () => new Date() });
  return keys.authenticate(account.token).then(
    () => 'active',
    () => 'refused',
  );
}

async function rotateVault({ config, db, audit }: PlatformData, options: ReportOptions): Promise<void> {
  const { vault } = config;
  const { encrypted, madeKey, unreadable, webhooks } = await rotateTokens(db, vault);
  if (encrypted + webhooks.encrypted > 0 || madeKey) {
    const subject = { accounts: encrypted, webhookSecrets: webhooks.encrypted, newKey: madeKey };
    audit('account tokens encrypted again', subject);
  }
  const key = vault.key ? 'VAULT_KEY' : `the ${madeKey ? 'new' : 'newest'} key in ${vault.file}`;
  const previous = vault.key
    ? 'Once every node uses this VAULT_KEY, VAULT_PREVIOUS_KEYS can be removed.'
    : 'The file retains earlier keys, which backups may need.';
  const lost = unreadable.map(({ connectionName, identifier }) => ({ connection: connectionName, identifier }));
  await report(options, {
    record: { encrypted, madeKey, unreadable: lost, webhooks },
    text: `Encrypted ${counted(encrypted, 'token')} and ${counted(webhooks.encrypted, 'webhook secret')} with ${key}.\n${previous}`,
  });
  if (lost.length > 0) {
    console.error(`The tokens of these accounts cannot be decrypted; connect them again: ${JSON.stringify(lost)}.`);
    process.exitCode = 1;
  }
  if (webhooks.unreadable.length > 0) {
    const ids = webhooks.unreadable.join(', ');
    console.error(`The secrets of these webhooks cannot be decrypted; run webhooks rotate --lost for each: ${ids}.`);
    process.exitCode = 1;
  }
}

const counted = (total: number, noun: string) => `${total} ${total === 1 ? noun : `${noun}s`}`;
