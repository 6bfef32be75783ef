import { Command } from 'commander';
import packageJson from '../../../package.json' with { type: 'json' };
import { createSecretMask } from '../log/secret-mask.ts';
import { reportStart } from './serve/start-progress.ts';
import { OperatorError, reasonOf } from '../../tools/errors/operator-error.ts';
import { isDiskFull } from '../../infrastructure/storage/disk-full.ts';
import { quote, readOwnConfig } from './command.ts';
import { exitAtOnce, onStopSignal } from './serve/stop-signals.ts';

/** If the command throws, prints the reason, sets exit code 1 and returns false; otherwise returns true. */
export async function runCommandLine(args: readonly string[]): Promise<boolean> {
  try {
    await (await commandLine(args)).parseAsync(args, { from: 'user' });
    return true;
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
    return false;
  }
}

async function commandLine(args: readonly string[]): Promise<Command> {
  // Usage lines begin with this name, so it is what users type.
  const program = new Command('npm run cli --')
    .description('Talent signals and conversations in one federated GraphQL API.')
    .version(packageJson.version);
  program
    .command('serve', { isDefault: true })
    .description('Start the server (the default command).')
    // If the command is unknown, Commander passes its words to the default command as arguments.
    .argument('[unknown...]')
    .action(async ([unknown]: string[]) => {
      if (unknown !== undefined)
        throw new OperatorError(`Unknown command ${quote(unknown)}. Run npm run cli -- --help for a list.`);
      const config = readOwnConfig();
      onStopSignal(exitAtOnce);
      const progress = reportStart();
      // Import the server on demand: it is most of the program, and other commands do not need it.
      const { serve } = await import('./serve/serve.ts');
      await serve(config, progress).finally(progress.stop);
    });
  // The other commands import most of the platform, which a graph node in front of a remote platform does not need.
  if ((args[0] ?? 'serve') !== 'serve') {
    const { dataCommands } = await import('./data-commands.ts');
    for (const command of dataCommands()) program.addCommand(command);
  }
  return program;
}

/** Returns the package that an import did not find: an update of this program can require a new package. */
function missingPackage(error: unknown): string | undefined {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
  return isMissing ? /^Cannot find package '([^']+)'/.exec(error.message)?.[1] : undefined;
}

function explain(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  const missing = missingPackage(error);
  if (missing !== undefined) return `The package ${missing} is not installed. Run npm ci.`;
  if (isDiskFull(error)) return `The disk is full: ${reasonOf(error)}.`;
  return createSecretMask().text(error instanceof Error ? (error.stack ?? error.message) : String(error));
}
