import { Command } from 'commander';
import { ConfigError, readConfig } from './config.ts';
import { DataDirHeldError } from './database/data-dir-hold.ts';
import { serve } from './serve.ts';

const program = new Command('graph').description('Talent signals and conversations as one federated GraphQL API.');

program
  .command('serve', { isDefault: true })
  .description('Answer queries over HTTP (the default).')
  .action(() => serve(readConfig(process.env)));

/** What the person at the terminal can mend gets its own words, everything else its stack. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DataDirHeldError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

try {
  await program.parseAsync();
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
