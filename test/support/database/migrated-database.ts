import { createHash, randomBytes } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join('node_modules', '.cache', 'test-databases');

let cached: Promise<string> | undefined;

/**
 * Returns a folder with a migrated, empty database: as PGlite's data folder `database` and as an archive of it,
 * `database.tar`. It is cached until a migration or PGlite changes, because creating it is far slower than copying it.
 */
export function migratedDatabase(): Promise<string> {
  cached ??= findOrMake();
  return cached;
}

/** Copies the database into a data folder of the program. */
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
    // Another process was faster.
    await rm(unfinished, { recursive: true });
    if (!(await exists(folder))) throw error;
  }
  await removeOutdated();
  return folder;
}

async function makeDatabase(folder: string): Promise<void> {
  // Loaded on demand, because most runs find the database in the cache.
  const { PGlite } = await import('@electric-sql/pglite');
  const { embeddedOptions } = await import('../../../src/platform/database/embedded/embedded-options.ts');
  const { makeNewDatabase, readEmptyArchive } = await import('../../../src/platform/database/embedded/new-database.ts');
  const { openDatabase } = await import('../../../src/platform/database/open-database.ts');
  await mkdir(join(folder, 'database'));
  // Starts from an empty archive: the default archive is already migrated.
  await makeNewDatabase(folder, readEmptyArchive);
  const pglite = await PGlite.create(join(folder, 'database'), embeddedOptions());
  const { close } = await openDatabase({ pglite });
  const archive = await pglite.dumpDataDir('none');
  await writeFile(join(folder, 'database.tar'), archive.stream());
  await close();
}

/** Keeps recent databases, which other branches may need. */
const maxAgeMs = 24 * 60 * 60_000;

async function removeOutdated(): Promise<void> {
  for (const name of await readdir(root)) {
    const path = join(root, name);
    const age = Date.now() - (await stat(path)).mtimeMs;
    if (age > maxAgeMs) await rm(path, { recursive: true, force: true });
  }
}

/** Depends on the sources of the database, the version of PGlite and this file. */
async function contentHash(): Promise<string> {
  const hash = createHash('sha256');
  const sources = (await readdir('src/platform/database', { recursive: true })).filter((name) =>
    /\.(ts|sql)$/.test(name),
  );
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
