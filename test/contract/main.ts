import { reasonOf } from '../../src/tools/errors/operator-error.ts';
import { runVitest } from '../runner/run-vitest.ts';
import { openPlatform } from './open-platform.ts';

// `npm run test:contract`: runs the contract suite on the platform that PLATFORM_URL names. If the
// platform cannot be tested, prints the reason in one sentence and runs no test.

try {
  const platform = await openPlatform(process.env);
  await platform.close();
  const results = await runVitest(['--project=contract', '--bail=0', ...process.argv.slice(2)], 1);
  process.exitCode = results?.exitCode ?? 1;
} catch (error) {
  console.error(reasonOf(error));
  process.exitCode = 1;
}
