import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../../../infrastructure/storage/owner-file.ts';
import { buildBundle, explorerFolder } from './build-bundle.ts';
import { type Bundle, bundleSchema, packagesFolder } from './bundle.ts';

const defaultFolder = join(packagesFolder, '.cache', 'explorer');

let opened: Promise<Bundle> | undefined;

/** The bundle is read or built once per process, and again only after a failure. */
export async function openBundle(): Promise<Bundle> {
  opened ??= readOrBuildBundle().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

export async function readOrBuildBundle(folder = defaultFolder): Promise<Bundle> {
  const file = join(folder, `${await bundleKey()}.json`);
  const stored = await readBundle(file);
  if (stored) return stored;
  const bundle = await buildBundle();
  // The program can run where it must not write.
  await storeBundle(folder, file, bundle).catch(() => {});
  return bundle;
}

async function readBundle(file: string): Promise<Bundle | undefined> {
  try {
    return bundleSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Also removes the bundles of other sources. */
async function storeBundle(folder: string, file: string, bundle: Bundle): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await replaceFile(file, JSON.stringify(bundle));
}

/** Depends on the versions of the packages, which are exact, on the source of the page and on how it is built. */
async function bundleKey(): Promise<string> {
  const names = globSync('**/*.{ts,tsx,css}', { cwd: explorerFolder }).toSorted();
  const files = [
    join(packagesFolder, '..', 'package.json'),
    join(import.meta.dirname, 'build-bundle.ts'),
    ...names.map((name) => join(explorerFolder, name)),
  ];
  const hash = createHash('sha256').update(names.join('\n'));
  for (const content of await Promise.all(files.map((path) => readFile(path)))) hash.update(content);
  return hash.digest('hex').slice(0, 32);
}
