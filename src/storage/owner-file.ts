import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** What a file holds; nothing when there is none. */
export async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/**
 * Makes a folder, and the folders above it, for its owner alone; one that exists stays as it is. Node's own recursive
 * `mkdir` never returns where a file system takes no folders, such as `/proc`.
 */
export async function makeFolder(folder: string): Promise<void> {
  const tryToMake = () =>
    mkdir(folder, { mode: 0o700 }).catch(async (error: unknown) => {
      if (!hasCode(error, 'EEXIST') || !(await stat(folder)).isDirectory()) throw error;
    });
  try {
    await tryToMake();
  } catch (error) {
    const parent = dirname(folder);
    if (!hasCode(error, 'ENOENT') || parent === folder) throw error;
    await makeFolder(parent);
    await tryToMake();
  }
}

/**
 * What a file holds that only its owner may read; made at first. Processes that come at once get the same.
 * @param make what a new file holds
 */
export async function readOrMake(file: string, make: () => string | Buffer): Promise<Buffer> {
  const found = await readIfThere(file);
  if (found) return found;
  await makeFolder(dirname(file));
  const draft = await writeDraft(file, make());
  try {
    // A link is made whole or not at all, and never in the place of another.
    await link(draft, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await unlink(draft);
  }
  await settle(file);
  return readFile(file);
}

/** Puts a file that only its owner may read in the place of another: whoever reads it finds the one or the other. */
export async function replaceFile(file: string, content: string): Promise<void> {
  await rename(await writeDraft(file, content), file);
  await settle(file);
}

async function writeDraft(file: string, content: string | Buffer): Promise<string> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, content, { mode: 0o600, flush: true });
  return draft;
}

/** A file that was linked or renamed outlasts a power failure only when its folder is written too. */
async function settle(file: string): Promise<void> {
  const folder = await open(dirname(file));
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const hasCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code;
