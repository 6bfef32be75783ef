import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../storage/owner-file.ts';

const ownerOnly = 0o700;

/** The entries that this program creates. A folder with any other entry is shared with other data. */
const ownEntries = /^(database|recordings|vault-keys|[\w-]+\.sock)$/;

/**
 * Creates the data folder with its `database` subfolder, both accessible to their owner only, because the embedded
 * database makes its files writable for all users. An existing data folder is restricted too if it contains only our
 * data.
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
  const database = join(dataDir, 'database');
  await mkdir(database, { mode: ownerOnly }).catch((error: unknown) => {
    // If a file is in its place, opening the database reports it.
    if (!hasCode(error, 'EEXIST')) throw error;
  });
  await restrictToOwner(database);
}

async function restrictToOwner(folder: string): Promise<void> {
  const { mode, uid } = await stat(folder);
  const isOurs = process.getuid?.() === uid;
  if (isOurs && (mode & 0o077) !== 0) await chmod(folder, mode & ownerOnly);
}

const hasCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code;
