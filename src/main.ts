import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Files that the program creates are readable only by their owner.
process.umask(0o077);

// The compile cache cuts startup time to a third. It covers only modules imported after this call, hence the dynamic
// import.
enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'compile'));
const { runCommandLine } = await import('./cli/command-line.ts');
await runCommandLine(process.argv.slice(2));
