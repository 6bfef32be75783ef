import { createHash, randomBytes } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { embeddedExtensions, openDatabase } from '../../src/database/open-database.ts';

const root = join('node_modules', '.cache', 'test-databases');

let cached: Promise<string> | undefined;

/**
 * The folder that holds a migrated, empty database twice: as the data folder `database` of PGlite and as the archive
 * `database.tar` of it. The first test that needs it makes it, which takes several times as long as copying; it is valid
 * until a migration or PGlite changes.
 */
export function migratedDatabase(): Promise<string> {
  cached ??= findOrMake();
  return cached;
}

/** Puts a copy of the database into a data folder of the program. */
export async function copyDatabase(dataDir: string): Promise<void> {
  await cp(join(await migratedDatabase(), 'database'), join(dataDir, 'database'), { recursive: true });
}

async function findOrMake(): Promise<string> {
  const folder = join(root, await contentHash());
  if (await exists(folder)) return folder;
  const unfinished = `${folder}.${randomBytes(4).toString('hex')}`;
  await mkdir(unfinished, { recursive: true });
  const dataDir = join(unfinished, 'database');
  const pglite = await PGlite.create(dataDir, { extensions: embeddedExtensions });
  const { close } = await openDatabase({ pglite });
  const archive = await pglite.dumpDataDir('none');
  await writeFile(join(unfinished, 'database.tar'), archive.stream());
  await close();
  try {
    await rename(unfinished, folder);
  } catch (error) {
    // Another process of the same or a parallel run was faster.
    await rm(unfinished, { recursive: true });
    if (!(await exists(folder))) throw error;
  }
  return folder;
}

/** Changes with the sources of the migrations and with the version of PGlite. */
async function contentHash(): Promise<string> {
  const hash = createHash('sha256');
  const sources = (await readdir('src/database', { recursive: true })).filter((name) => name.endsWith('.ts'));
  const files = sources.toSorted().map((name) => join('src/database', name));
  for (const file of [...files, 'node_modules/@electric-sql/pglite/package.json', import.meta.filename]) {
    hash.update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 16);
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
