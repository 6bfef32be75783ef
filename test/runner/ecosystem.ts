import { execFileSync, type StdioOptions } from 'node:child_process';
import { generateCode } from './generate-code.ts';

/** Its tests need packages that `npm ci` does not install. */
const folder = 'test/system/ecosystem';

export const isInEcosystem = (path: string): boolean => path.startsWith(folder);

export function installEcosystem(): void {
  execFileSync('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error'], { stdio: 'inherit' });
}

/** @returns a sentence about packages that are missing or have another version */
export const missingPackages = (): string | undefined =>
  succeeds('npm', ['ls', '--prefix', folder], 'ignore')
    ? undefined
    : `The packages of ${folder} are not installed. Run: npm run test:system -- --install`;

/** Checks the packages, and the types and the lint of the folder, which `npm run check` leaves out. */
export async function ecosystemFault(): Promise<string | undefined> {
  const missing = missingPackages();
  if (missing !== undefined) return missing;
  await generateCode();
  const hasTypes = succeeds('node_modules/.bin/tsc', ['--project', folder]);
  const isLinted = succeeds('node_modules/.bin/oxlint', ['--type-aware', '--deny-warnings', folder]);
  return hasTypes && isLinted ? undefined : `The types or the lint of ${folder} have faults.`;
}

function succeeds(command: string, args: readonly string[], stdio: StdioOptions = 'inherit'): boolean {
  try {
    execFileSync(command, args, { stdio });
    return true;
  } catch {
    return false;
  }
}
