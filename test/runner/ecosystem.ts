import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { generateCode } from './generate-code.ts';

/** The tests of this folder need packages that `npm ci` in the root does not install. */
const folder = 'test/system/ecosystem';

export const isInEcosystem = (path: string): boolean => path.startsWith(folder);

export function installEcosystem(): void {
  execFileSync('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error'], { stdio: 'inherit' });
}

const lockFile = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional(), optional: z.boolean().optional() })),
});

/**
 * Compares the lock file with the one that npm stores with the packages. `npm ls` cannot be used: it rejects the link to
 * `graphql` where `node_modules` of the repository is itself a link.
 * @returns a sentence about packages that are missing or have another version
 */
export function missingPackages(root = folder): string | undefined {
  const [wanted, installed] = ['package-lock.json', 'node_modules/.package-lock.json'].map((name) => {
    const file = join(root, name);
    return existsSync(file) ? lockFile.parse(JSON.parse(readFileSync(file, 'utf8'))).packages : {};
  });
  const isMissing = Object.entries(wanted ?? {}).some(([path, { version, optional = false }]) => {
    const found = installed?.[path];
    return path !== '' && !optional && (!found || found.version !== version);
  });
  return isMissing ? `The packages of ${root} are not installed. Run: npm run test:system -- --install` : undefined;
}

/** Checks the packages, types and lint of the folder. `npm run check` leaves the folder out. */
export async function ecosystemFault(): Promise<string | undefined> {
  const missing = missingPackages();
  if (missing !== undefined) return missing;
  await generateCode();
  const hasTypes = succeeds('node_modules/.bin/tsc', ['--project', folder]);
  const isLinted = succeeds('node_modules/.bin/oxlint', ['--type-aware', '--deny-warnings', folder]);
  return hasTypes && isLinted ? undefined : `The types or the lint of ${folder} have faults.`;
}

function succeeds(command: string, args: readonly string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'inherit' });
    return true;
  } catch {
    return false;
  }
}
