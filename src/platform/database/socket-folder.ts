import { createHash } from 'node:crypto';
import { readlink, realpath, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

/** Names for sockets in a folder. */
export interface SocketFolder {
  path(name: string): string;
}

/** The shortest limit of the systems that the program runs on, less the longest name of a socket. */
const maxFolderBytes = 103 - '/holder.sock'.length;

/**
 * A way to name sockets in a folder however deep it is: systems allow about a hundred bytes. Where neither the full
 * path nor the way from here is short enough, a link in the folder for temporary files leads there.
 */
export async function socketFolder(folder: string): Promise<SocketFolder> {
  const absolute = await realpath(folder);
  const short = [absolute, relative(process.cwd(), absolute) || '.'].find(
    (name) => Buffer.byteLength(name) <= maxFolderBytes,
  );
  const name = short ?? (await linkTo(absolute));
  return { path: (socket) => join(name, socket) };
}

async function linkTo(folder: string): Promise<string> {
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const link = join(tmpdir(), `graph-${digest}`);
  try {
    await symlink(folder, link);
  } catch {
    if ((await readlink(link)) !== folder) throw new Error(`${link} does not lead to ${folder}`);
  }
  return link;
}
