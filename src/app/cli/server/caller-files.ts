import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';

interface CallerFiles {
  files: { name: string; path: string }[];
  /** Removes the copies. */
  close(): Promise<void>;
}

/** Returns paths that the server can read. Copies pipes and standard input, which only this process can read. */
export async function openCallerFiles(names: readonly string[]): Promise<CallerFiles> {
  let folder: string | undefined;
  const close = async () => {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  };
  const files: CallerFiles['files'] = [];
  try {
    for (const name of names) {
      let path = resolve(name);
      if (await isPrivate(path)) {
        folder ??= await mkdtemp(join(tmpdir(), 'graph-import-'));
        const source = path === '/dev/stdin' ? process.stdin : createReadStream(path);
        path = join(folder, String(files.length));
        await pipeline(source, createWriteStream(path, { mode: 0o600 }));
      }
      files.push({ name, path });
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { files, close };
}

/** Whether the path is a pipe, or means another file in every process, such as `/dev/stdin`. */
async function isPrivate(path: string): Promise<boolean> {
  try {
    const entry = await stat(path);
    return /^\/(?:dev|proc)\//.test(path) || entry.isFIFO() || entry.isSocket();
  } catch {
    // The import reports that the file does not exist.
    return false;
  }
}
