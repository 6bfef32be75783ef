import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { dataDir as readInitialArchive } from '@electric-sql/pglite-prepopulatedfs';
import { unpackTar } from 'modern-tar/fs';
import { databaseFolderOf } from './data-folder.ts';
import { readTemplate } from './database-template.ts';

const readTemplateOrEmpty = async (): Promise<Buffer> => (await readTemplate()) ?? readEmptyArchive();

/** Reads an empty database, which every release of its PostgreSQL version can open: much cheaper than `initdb`. */
export const readEmptyArchive = async (): Promise<Buffer> =>
  Buffer.from(await (await readInitialArchive()).arrayBuffer());

/** Size of the pieces of the unpacked archive of 43 MB; the default of 16 KB takes 40 % more CPU time. */
const chunkSize = 1024 * 1024;

const ownerOnly = { dmode: 0o700, fmode: 0o600 };

/** File in every PostgreSQL database. Moved last, so a folder without this file contains no complete database. */
const versionFile = 'PG_VERSION';

/** Subfolder that exists until the new database is complete. */
const unfinishedFolder = 'unfinished';
/** Folder that file systems create in the root of a volume. */
const lostAndFound = 'lost+found';

/**
 * Creates the database, unless it exists. If the process is killed, the next start begins anew. Never replaces the
 * `database` subfolder, which can be a mounted volume.
 * @throws Error if the subfolder contains other files
 */
export async function makeNewDatabase(dataDir: string, readArchive = readTemplateOrEmpty): Promise<void> {
  const folder = databaseFolderOf(dataDir);
  const unfinished = join(folder, unfinishedFolder);
  const entries = await readdir(folder);
  const isUnfinished = entries.includes(unfinishedFolder);
  if (entries.includes(versionFile)) {
    if (isUnfinished) await rm(unfinished, { recursive: true });
    return;
  }
  const others = entries.filter((name) => name !== unfinishedFolder && name !== lostAndFound);
  if (others.length > 0 && !isUnfinished) throw new Error(`${folder} contains files, but no database`);
  for (const name of [...others, unfinishedFolder]) await rm(join(folder, name), { recursive: true, force: true });
  await mkdir(unfinished, { mode: ownerOnly.dmode });
  await pipeline([await readArchive()], createGunzip({ chunkSize }), unpackTar(unfinished, ownerOnly));
  const names = (await readdir(unfinished)).filter((name) => name !== versionFile);
  for (const name of [...names, versionFile]) await rename(join(unfinished, name), join(folder, name));
  await rmdir(unfinished);
}
