import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// What the program keeps is for its owner alone.
process.umask(0o077);

// What was compiled at one start is there at the next: a third of the time to the first answer. Only modules that are
// imported from here on profit, hence the command line in a file of its own.
enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'compile'));
const { runCommandLine } = await import('./cli/command-line.ts');
await runCommandLine(process.argv.slice(2));
