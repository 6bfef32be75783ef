import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Creates a temporary folder with text files, keyed by name. `close` removes the folder. */
export async function createFolder(files: Readonly<Record<string, string>> = {}) {
  const path = await mkdtemp(join(tmpdir(), 'test-'));
  const file = (name: string) => join(path, name);
  /** @returns the path of the file */
  async function write(name: string, text: string): Promise<string> {
    await mkdir(dirname(file(name)), { recursive: true });
    await writeFile(file(name), text);
    return file(name);
  }
  for (const [name, text] of Object.entries(files)) await write(name, text);
  return { path, file, write, close: () => rm(path, { recursive: true }) };
}
