import { globSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// `npm ci` runs this script to speed up the first start and to remove unused files. The program also works without it.

process.umask(0o077);
const nodeModules = join(import.meta.dirname, '..', '..', 'node_modules');
enableCompileCache(join(nodeModules, '.cache', 'compile'));

try {
  // The headers of Node.js take up 67 MB. Only packages that compile native code need them, and none does.
  for (const headers of globSync('node/node_modules/*/include', { cwd: nodeModules }))
    await rm(join(nodeModules, headers), { recursive: true });
  // Import the modules of the server, so that the compile cache stores them.
  await import('./cli/command-line.ts');
  await import('./cli/serve/serve.ts');
  await import('./embedded-upstream.ts');
  await import('../http/graphql/graph-routes.ts');
  const { makeTemplate } = await import('../platform/database/embedded/database-template.ts');
  await makeTemplate(makeMigratedDatabase);
} catch (error) {
  console.error('The first start will take longer, because it could not be prepared:', error);
}

async function makeMigratedDatabase(dataDir: string): Promise<void> {
  const { createLog } = await import('./log/log.ts');
  const { readConfig } = await import('./config/config.ts');
  const { openDatabase } = await import('../platform/database/open-database.ts');
  const { openJobQueues } = await import('../platform/services/conversation/jobs/open-job-queues.ts');
  const database = await openDatabase({ dataDir });
  // Opening the queues creates their tables.
  const jobQueues = await openJobQueues({ jobs: database.jobs, log: createLog(readConfig({})) });
  await jobQueues.stop();
  await database.close();
}
