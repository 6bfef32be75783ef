import { Command } from 'commander';
import { createSecretMask } from '../app/log/secret-mask.ts';
import { reportStart } from '../app/start/start-progress.ts';
import { readConfig } from '../config/config.ts';
import { OperatorError } from '../tools/errors/operator-error.ts';
import { accountsCommand } from './accounts/accounts.ts';
import { analyseCommand } from './analyse.ts';
import { clientsCommand } from './clients.ts';
import { CommandError, quote } from './command.ts';
import { connectionsCommand } from './connections.ts';
import { eventsCommand } from './events.ts';
import { importCommand } from './import.ts';
import { keysCommand } from './keys/keys.ts';
import { recordingsCommand } from './recordings.ts';
import { exitAtOnce, onStopSignal } from './serve/stop-signals.ts';
import { webhooksCommand } from './webhooks/webhooks.ts';

/** Runs the command in `args`. If it fails, prints the reason and sets the exit code of the process to 1. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  try {
    await commandLine().parseAsync(args, { from: 'user' });
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
  }
}

function commandLine(): Command {
  const program = new Command('graph').description('Talent signals and conversations in one federated GraphQL API.');
  program
    .command('serve', { isDefault: true })
    .description('Start the server (the default command).')
    // If the command is unknown, Commander passes its words to the default command as arguments.
    .argument('[unknown...]')
    .action(async ([unknown]: string[]) => {
      if (unknown !== undefined) throw new CommandError(`Unknown command ${quote(unknown)}. Run --help for a list.`);
      const config = readConfig(process.env);
      onStopSignal(exitAtOnce);
      const progress = reportStart();
      // Import the graph only here: it is most of the program, and no other command needs it.
      const { serve } = await import('./serve/serve.ts');
      await serve(config, progress).finally(progress.stop);
    });
  const commands = [
    importCommand,
    analyseCommand,
    connectionsCommand,
    accountsCommand,
    keysCommand,
    clientsCommand,
    recordingsCommand,
    webhooksCommand,
    eventsCommand,
  ];
  for (const command of commands) program.addCommand(command());
  return program;
}

function explain(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  return createSecretMask().text(error instanceof Error ? (error.stack ?? error.message) : String(error));
}
