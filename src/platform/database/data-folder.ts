import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../storage/owner-file.ts';

const forOwner = 0o700;

/** Beside these there is nothing in a folder that is for the data alone. */
const ownEntries = /^(database|recordings|vault-keys|[\w-]+\.sock)$/;

/**
 * Makes the data folder, for its owner alone, and closes to others one that is there: the embedded database lets
 * everybody write to its files, so that its folder has to keep them out. A data folder that holds other things too
 * stays as it is.
 */
export async function makeDataFolder(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir);
  } catch (error) {
    if (hasCode(error, 'EEXIST')) throw new Error('it is a file', { cause: error });
    throw error;
  }
  const entries = await readdir(dataDir);
  if (entries.length > 0 && entries.every((entry) => ownEntries.test(entry))) await closeToOthers(dataDir);
  const database = join(dataDir, 'database');
  await mkdir(database, { mode: forOwner }).catch((error: unknown) => {
    // A file in its place is told when the database is opened.
    if (!hasCode(error, 'EEXIST')) throw error;
  });
  await closeToOthers(database);
}

async function closeToOthers(folder: string): Promise<void> {
  const { mode, uid } = await stat(folder);
  const isOurs = process.getuid?.() === uid;
  if (isOurs && (mode & 0o077) !== 0) await chmod(folder, mode & forOwner);
}

const hasCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code;
