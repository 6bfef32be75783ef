import { Command } from 'commander';
import { count, exactNameArgument, futureTime } from '../argument-values.ts';
import { connectAccount, type ConnectOptions } from './connect-account.ts';
import { disconnectAccount, disconnectUnreadable, type UnreadableOptions } from './disconnect-accounts.ts';
import { listAccounts } from './list-accounts.ts';
import type { ReportOptions } from '../report.ts';
import { rotateVault } from './rotate-vault.ts';
import { withDatabase } from '../with-database.ts';

interface DisconnectOptions extends UnreadableOptions {
  unreadable?: boolean;
}

export function accountsCommand(): Command {
  const command: Command = new Command('accounts').description('Who calls which connection, and with which token.');
  command
    .command('list')
    .description('Show all accounts and how they stand; tokens are not shown.')
    .option('--json', 'answer JSON')
    .action((options: ReportOptions) => withDatabase((data) => listAccounts(data, options)));
  command
    .command('connect')
    .description('Connect an identifier, or give it a new token: from a file, or from the standard input.')
    .argument('<connection>', 'the name of the connection, letter by letter')
    .argument('<identifier>', 'whom calls are made for: the subject of their token', exactNameArgument)
    .option('--token-file <file>', 'read the token from a file')
    .option('--pending', 'without a token for now')
    .option('--expires <time>', 'when the token ends, such as 2027-01-31', futureTime)
    .option('--json', 'answer JSON')
    .action((connectionName: string, identifier: string, options: ConnectOptions) =>
      withDatabase((data) => connectAccount(data, { connectionName, identifier, ...options })),
    );
  command
    .command('disconnect')
    .description('Take an account away.')
    .argument('[connection]')
    .argument('[identifier]')
    .option('--unreadable', 'all accounts whose tokens cannot be read any more, in place of one')
    .option('--yes <count>', 'with --unreadable: take them away, when they are so many', count)
    .option('--json', 'answer JSON')
    .action((connectionName: string | undefined, identifier: string | undefined, options: DisconnectOptions) => {
      if (options.unreadable && connectionName === undefined) {
        return withDatabase((data) => disconnectUnreadable(data, options));
      }
      if (options.unreadable || connectionName === undefined || identifier === undefined) {
        command.error('Name the connection and the identifier, or --unreadable.');
      }
      return withDatabase((data) => disconnectAccount(data, { connectionName, identifier, ...options }));
    });
  command
    .command('rotate')
    .description('Encrypt all tokens again, with a new key; where VAULT_KEY is set, with that.')
    .option('--json', 'answer JSON')
    .action((options: ReportOptions) => withDatabase((data) => rotateVault(data, options)));
  return command;
}
