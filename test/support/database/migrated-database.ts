import { createHash, randomBytes } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join('node_modules', '.cache', 'test-databases');

let cached: Promise<string> | undefined;

/**
 * The folder that holds a migrated, empty database twice: as the data folder `database` of PGlite and as the archive
 * `database.tar` of it. Making it takes several times as long as copying it; it is valid until a migration or PGlite
 * changes.
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
  await makeDatabase(unfinished);
  try {
    await rename(unfinished, folder);
  } catch (error) {
    // Another process of the same or a parallel run was faster.
    await rm(unfinished, { recursive: true });
    if (!(await exists(folder))) throw error;
  }
  await removeOutdated();
  return folder;
}

async function makeDatabase(folder: string): Promise<void> {
  // Most runs find the database and need no code that makes one.
  const { PGlite } = await import('@electric-sql/pglite');
  const { embeddedExtensions, openDatabase } = await import('../../../src/platform/database/open-database.ts');
  const pglite = await PGlite.create(join(folder, 'database'), { extensions: embeddedExtensions });
  const { close } = await openDatabase({ pglite });
  const archive = await pglite.dumpDataDir('none');
  await writeFile(join(folder, 'database.tar'), archive.stream());
  await close();
}

/** Another branch may still need a recent one. */
const maxAgeMs = 24 * 60 * 60_000;

async function removeOutdated(): Promise<void> {
  for (const name of await readdir(root)) {
    const path = join(root, name);
    const age = Date.now() - (await stat(path)).mtimeMs;
    if (age > maxAgeMs) await rm(path, { recursive: true, force: true });
  }
}

/** Changes with the sources of the migrations and with the version of PGlite. */
async function contentHash(): Promise<string> {
  const hash = createHash('sha256');
  const sources = (await readdir('src/platform/database', { recursive: true })).filter((name) => name.endsWith('.ts'));
  const files = sources.toSorted().map((name) => join('src/platform/database', name));
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
