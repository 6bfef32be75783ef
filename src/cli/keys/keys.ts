import { Command } from 'commander';
import type { ConnectorKind } from '../../tools/tool.ts';
import { futureTime, serviceKind } from '../argument-values.ts';
import { generateKey } from './generate-key.ts';
import { showKeys } from './list-keys.ts';
import type { ReportOptions } from '../report.ts';
import { revoke } from './revoke-key.ts';
import { withDatabase } from '../with-database.ts';

interface GenerateOptions extends ReportOptions {
  user: string;
  expires?: Date;
}

export function keysCommand(): Command {
  const command = new Command('keys').description('The keys that the services know their callers by.');
  command
    .command('list')
    .description('Show all keys; what they are is not stored anywhere.')
    .option('--json', 'answer JSON')
    .action((options: ReportOptions) => withDatabase((data) => showKeys(data, options)));
  command
    .command('generate')
    .description(
      'Generate a key, which is shown once. convo: the API key of the organization, by an Admin or Owner; ' +
        'the previous one is invalid at once. talent: a personal key.',
    )
    .argument('<service>', 'talent or convo', serviceKind)
    .requiredOption('--user <user>', 'id or email address of the user who generates it')
    .option('--expires <time>', 'when it ends, such as 2027-01-31', futureTime)
    .option('--json', 'answer JSON')
    .action((service: ConnectorKind, options: GenerateOptions) =>
      withDatabase((data) => generateKey(data, { service, ...options })),
    );
  command
    .command('revoke')
    .description('Revoke a key: it is invalid at once.')
    .argument('<id>', 'as keys list shows it')
    .option('--json', 'answer JSON')
    .action((id: string, options: ReportOptions) => withDatabase((data) => revoke(data, { id, ...options })));
  return command;
}
