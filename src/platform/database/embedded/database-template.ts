import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { packTar } from 'modern-tar/fs';
import { replaceFile } from '../../../storage/owner-file.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const migrations = join(import.meta.dirname, '..', 'migrations');
const defaultFolder = join(root, 'node_modules', '.cache', 'database');

/**
 * Reads the template: an archive of a migrated database without records, from which a new database is unpacked instead
 * of being migrated, which takes ten times as long.
 * @returns undefined if there is none for the installed packages and migrations, or if its content was changed
 */
export async function readTemplate(folder = defaultFolder): Promise<Buffer | undefined> {
  try {
    const key = await templateKey();
    const name = (await readdir(folder)).find((entry) => entry.startsWith(key));
    if (name === undefined) return undefined;
    const packed = await readFile(join(folder, name));
    return name === fileName(key, packed) ? packed : undefined;
  } catch {
    // Ignore a missing or unreadable template: the database is migrated instead.
    return undefined;
  }
}

/**
 * Makes the template, unless it exists, and removes outdated ones.
 * @param makeDatabase creates a migrated database in the folder `database` of a data folder, and closes it
 */
export async function makeTemplate(
  makeDatabase: (dataDir: string) => Promise<void>,
  folder = defaultFolder,
): Promise<void> {
  if (await readTemplate(folder)) return;
  const dataDir = await mkdtemp(join(tmpdir(), 'graph-template-'));
  try {
    await makeDatabase(dataDir);
    const packed = await buffer(packTar(join(dataDir, 'database')).pipe(createGzip({ level: 1 })));
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await replaceFile(join(folder, fileName(await templateKey(), packed)), packed);
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

const fileName = (key: string, packed: Buffer) => `${key}-${digest([packed])}.tar.gz`;

/** Depends on the versions of the packages, which are exact, and on the migrations. */
async function templateKey(): Promise<string> {
  const names = (await readdir(migrations)).toSorted();
  const files = [join(root, 'package.json'), ...names.map((name) => join(migrations, name))];
  const contents = await Promise.all(files.map((file) => readFile(file)));
  return digest([names.join('\n'), ...contents]);
}

function digest(parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 32);
}
