import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Make files that the program creates readable only by their owner.
process.umask(0o077);

// The compile cache cuts startup time to a third. Import the program dynamically, because the cache covers only modules
// that are imported after this call.
enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'compile'));
const { runCommandLine } = await import('./app/cli/command-line.ts');
// Exit explicitly: what a failed start left open, such as job queues, would keep the process running.
if (!(await runCommandLine(process.argv.slice(2)))) process.exit(1);
