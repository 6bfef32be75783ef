import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode, makeFolder } from '../../../infrastructure/storage/owner-file.ts';

const ownerOnly = 0o700;

/** Known entries of a data folder. A folder with any other entry counts as shared and keeps its permissions. */
const ownEntries = /^(database|recordings|vault-keys|webhook-receiver\.json|[\w-]+\.sock)$/;

export const databaseFolderOf = (dataDir: string): string => join(dataDir, 'database');

/**
 * Creates the data folder. Only its owner can access it, because the embedded database makes its files writable for all
 * users. A folder that contains other data keeps its permissions.
 */
export async function makeDataFolder(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir);
  } catch (error) {
    if (hasCode(error, 'EEXIST')) throw new Error('the path is a file', { cause: error });
    throw error;
  }
  const entries = await readdir(dataDir);
  if (entries.length > 0 && entries.every((entry) => ownEntries.test(entry))) await restrictToOwner(dataDir);
  const database = databaseFolderOf(dataDir);
  await mkdir(database, { mode: ownerOnly }).catch((error: unknown) => {
    // If the path is a file, opening the database reports that.
    if (!hasCode(error, 'EEXIST')) throw error;
  });
  await restrictToOwner(database);
}

async function restrictToOwner(folder: string): Promise<void> {
  const { mode, uid } = await stat(folder);
  const isOurs = process.getuid?.() === uid;
  if (isOurs && (mode & 0o077) !== 0) await chmod(folder, mode & ownerOnly);
}
