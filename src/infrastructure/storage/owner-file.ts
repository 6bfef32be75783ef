import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

export async function readIfExists(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** New folders permit only the owner; existing folders stay unchanged. Node's recursive `mkdir` hangs on `/proc`. */
export async function makeFolder(folder: string): Promise<void> {
  const create = () =>
    mkdir(folder, { mode: 0o700 }).catch(async (error: unknown) => {
      if (!hasCode(error, 'EEXIST') || !(await stat(folder)).isDirectory()) throw error;
    });
  try {
    await create();
  } catch (error) {
    const parent = dirname(folder);
    if (!hasCode(error, 'ENOENT') || parent === folder) throw error;
    await makeFolder(parent);
    await create();
  }
}

/** Creates a file with access for the owner only. Processes that create it at the same time get the same content. */
export async function readOrMake(file: string, make: () => string | Buffer): Promise<Buffer> {
  const found = await readIfExists(file);
  if (found) return found;
  await makeFolder(dirname(file));
  const temporary = await writeTemporaryFile(file, make());
  try {
    // Linking is atomic and never replaces an existing file.
    await link(temporary, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await unlink(temporary);
  }
  await flushFolder(file);
  return readFile(file);
}

/** Replaces a file atomically. Only the owner may read the new file. */
export async function replaceFile(file: string, content: string | Buffer): Promise<void> {
  await rename(await writeTemporaryFile(file, content), file);
  await flushFolder(file);
}

async function writeTemporaryFile(file: string, content: string | Buffer): Promise<string> {
  const temporary = `${file}.${randomUUID()}`;
  await writeFile(temporary, content, { mode: 0o600, flush: true });
  return temporary;
}

/** Flushes the folder of a file, so that a link or a rename of the file survives a power failure. */
async function flushFolder(file: string): Promise<void> {
  const folder = await open(dirname(file));
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

export const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code;
