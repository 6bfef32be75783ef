import { Command } from 'commander';
import { accountsCommand } from './accounts/accounts.ts';
import { analyseCommand } from './analyse.ts';
import { clientsCommand } from './clients.ts';
import { CommandError } from './command-error.ts';
import { connectionsCommand } from './connections.ts';
import type { ImportCommandOptions } from './import.ts';
import { keysCommand } from './keys/keys.ts';
import { ConfigError, readConfig } from '../config/config.ts';
import { OpenDatabaseError } from '../platform/database/open-database-error.ts';
import { VaultError } from '../platform/accounts/vault-error.ts';
import { recordingsCommand } from './recordings.ts';
import { createSecretMask } from '../app/secret-mask.ts';
import { ImportUsageError } from '../platform/import/import-files.ts';
import { RecordingFolderError } from '../platform/services/conversation/recordings/shared-folder.ts';

/** Runs the command that the arguments name. A failure is printed and sets the exit code of the process. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  try {
    await commandLine().parseAsync(args, { from: 'user' });
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
  }
}

function commandLine(): Command {
  const program = new Command('graph').description('Talent signals and conversations as one federated GraphQL API.');

  program
    .command('serve', { isDefault: true })
    .description('Answer queries over HTTP (the default).')
    // The default command gets the words of every command that does not exist.
    .argument('[unknown...]')
    .action(async ([unknown]: string[]) => {
      if (unknown !== undefined)
        throw new CommandError(`There is no command ${JSON.stringify(unknown)}; --help lists all commands.`);
      // The graph is most of the program, and no other command needs it.
      const { serve } = await import('./serve.ts');
      await serve(readConfig(process.env));
    });

  program
    .command('import')
    .description('Load NDJSON or CSV files into the embedded services; what has the same id is replaced.')
    .argument(
      '<files...>',
      'NDJSON: one record a line, its kind and its fields. CSV: companies, institutions or cities.',
    )
    .option('--strict', 'keep nothing of a file when one of its lines is bad')
    .option('--format <format>', 'ndjson or csv, where the name of the file does not say')
    .option('--kind <kind>', 'what the rows of CSV files are: company, institution or city')
    .option('--map <field=Column...>', 'the column of a field, where it does not have the name of the field')
    .action(async (files: string[], options: ImportCommandOptions) => {
      const { runImport } = await import('./import.ts');
      await runImport(readConfig(process.env), files, options);
    });

  program.addCommand(analyseCommand());
  program.addCommand(connectionsCommand());
  program.addCommand(accountsCommand());
  program.addCommand(keysCommand());
  program.addCommand(clientsCommand());
  program.addCommand(recordingsCommand());
  return program;
}

const mendable = [CommandError, VaultError, ConfigError, OpenDatabaseError, ImportUsageError, RecordingFolderError];

/** What the person at the terminal can mend gets its own words, everything else its stack. */
function explain(error: unknown): string {
  const isMendable = mendable.some((type) => error instanceof type);
  if (isMendable && error instanceof Error) return error.message;
  return createSecretMask().text(error instanceof Error ? (error.stack ?? error.message) : String(error));
}
