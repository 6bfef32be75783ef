import type { Command } from 'commander';
import type { ListedAccount } from '../../../platform/accounts/accounts.ts';
import { rotateTokens } from '../../../platform/accounts/rotate-tokens.ts';
import { createServiceKeys } from '../../../platform/services/keys/service-keys.ts';
import { count, futureTime, nameArgument } from '../argument-values.ts';
import { commandGroup, counted, databaseCommand, type PlatformData, quote, type Report, table } from '../command.ts';
import { connectAccount } from './connect-account.ts';
import { openAccounts } from './stored-accounts.ts';
import { OperatorError } from '../../../tools/errors/operator-error.ts';

export const accountsCommand = (): Command =>
  commandGroup('accounts', 'Manage the accounts through which identifiers call a connection.', [
    databaseCommand('list', 'List all accounts with their status. Tokens are not shown.', listAccounts),
    databaseCommand(
      'connect',
      'Connect an identifier, or replace its token. Reads the token from a file or standard input.',
      connectAccount,
    )
      .argument('<connection>', 'exact name of the connection')
      .argument(
        '<identifier>',
        "the user on whose behalf calls are made: the subject of the caller's token",
        nameArgument,
      )
      .option('--token-file <file>', 'read the token from this file')
      .option('--pending', 'connect without a token for now')
      .option('--expires <time>', 'when the token expires, such as 2027-01-31', futureTime),
    databaseCommand('disconnect', 'Remove an account.', disconnect)
      .argument('[connection]', 'exact name of the connection')
      .argument('[identifier]', 'exact identifier')
      .option('--unreadable', 'remove all accounts whose tokens cannot be decrypted')
      .option('--yes <count>', 'with --unreadable: the number of accounts to remove, as confirmation', count)
      .hook('preAction', (command) => {
        if (command.args.length === (command.opts<DisconnectOptions>().unreadable ? 0 : 2)) return;
        command.error('Pass either a connection and an identifier, or --unreadable.');
      }),
    databaseCommand(
      'rotate',
      'Encrypt all tokens, and the secrets of webhooks, with a new vault key, or with VAULT_KEY if that is set.',
      rotateVault,
    ),
  ]);

interface DisconnectOptions {
  unreadable?: boolean;
  /** The number of accounts that the user expects to be removed. If omitted, nothing is removed. */
  yes?: number;
}

const disconnect = (
  data: PlatformData,
  connectionName: string | undefined,
  identifier: string | undefined,
  options: DisconnectOptions,
): Promise<Report> =>
  connectionName === undefined || identifier === undefined
    ? disconnectUnreadable(data, options)
    : disconnectAccount(data, connectionName, identifier);

async function disconnectAccount(data: PlatformData, connectionName: string, identifier: string): Promise<Report> {
  const accounts = await openAccounts(data);
  if (!(await accounts.disconnect({ connectionName, identifier }))) {
    throw new OperatorError(
      `${quote(identifier)} has no account on ${quote(connectionName)}. Names must match exactly.`,
    );
  }
  data.audit('account disconnected', { connection: connectionName, identifier });
  return {
    record: { disconnected: [{ connection: connectionName, identifier }] },
    text: `Disconnected ${quote(identifier)} from ${quote(connectionName)}.`,
  };
}

/** @throws OperatorError if no token is readable (probably wrong vault keys), or `yes` is not the number to remove */
export async function disconnectUnreadable(
  data: PlatformData,
  { yes }: Pick<DisconnectOptions, 'yes'>,
): Promise<Report> {
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
  return {
    record: {
      disconnected: unreadable.map(({ connectionName, identifier }) => ({ connection: connectionName, identifier })),
    },
    text: `Removed accounts whose tokens could not be decrypted: ${unreadable.length}.`,
  };
}

async function listAccounts(data: PlatformData): Promise<Report> {
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
  return { record: { accounts }, text: table(['CONNECTION', 'IDENTIFIER', 'STATUS', 'EXPIRES'], rows) };
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

async function rotateVault({ config, db, audit }: PlatformData): Promise<Report> {
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
  if (lost.length > 0) {
    console.error(`The tokens of these accounts cannot be decrypted; connect them again: ${JSON.stringify(lost)}.`);
    process.exitCode = 1;
  }
  if (webhooks.unreadable.length > 0) {
    const ids = webhooks.unreadable.join(', ');
    console.error(`The secrets of these webhooks cannot be decrypted; run webhooks rotate --lost for each: ${ids}.`);
    process.exitCode = 1;
  }
  return {
    record: { encrypted, madeKey, unreadable: lost, webhooks },
    text: `Encrypted ${counted(encrypted, 'token')} and ${counted(webhooks.encrypted, 'webhook secret')} with ${key}.\n${previous}`,
  };
}
