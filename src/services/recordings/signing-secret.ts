import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const bytes = 32;

/** A secret of one's own that ends with the process. */
export const passingSecret = () => randomBytes(bytes);

/** The secret in a file that only its owner may read; made at first. Processes that come at once get the same. */
export async function secretOf(file: string): Promise<Buffer> {
  const found = await readSecret(file);
  if (found) return found;
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, randomBytes(bytes), { mode: 0o600 });
  try {
    // A link is made whole or not at all, and never in the place of another.
    await link(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await unlink(draft);
  }
  const made = await readSecret(file);
  if (!made) throw new Error(`${file} holds no secret of ${bytes} bytes`);
  return made;
}

async function readSecret(file: string): Promise<Buffer | undefined> {
  try {
    const secret = await readFile(file);
    return secret.length === bytes ? secret : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
