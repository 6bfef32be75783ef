import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readlink, realpath, rename, symlink, unlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { OpenDatabaseError } from './open-database-error.ts';

/** Another running process has the data folder open. */
class DataDirLockedError extends OpenDatabaseError {
  constructor(dataDir: string, owner: string) {
    super(`The data folder ${dataDir} is in use by ${owner}. Stop that process, or set DATA_DIR to another folder.`);
  }
}

/** How long a process that replaces a stale socket waits for others that do the same. */
const takeOverMs = 100;

/** How long the owner of a lock may take to identify itself. */
const ownerTimeoutMs = 3000;

const socketName = 'holder.sock';

/**
 * Locks a data folder for this process, which listens on a socket in the folder and identifies itself to every client.
 * A socket rather than a lock file: it closes with the process however that ends, so a crash leaves no lock behind, and
 * a reused process id is not mistaken for the owner.
 * @returns a function that unlocks the folder
 * @throws DataDirLockedError when another running process has locked it
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const folder = await socketFolder(dataDir);
  const id = randomUUID();
  const server = (await tryListen(join(folder, socketName), id)) ?? (await takeOver({ dataDir, folder, id }));
  return async () => {
    await unlink(join(folder, socketName)).catch(() => {});
    await closed(server);
  };
}

/** The socket exists: its owner answers, or a dead process left it behind and it is replaced. */
async function takeOver({ dataDir, folder, id }: { dataDir: string; folder: string; id: string }): Promise<Server> {
  const path = join(folder, socketName);
  const ownPath = join(folder, `${id.slice(0, 8)}.sock`);
  const server = await tryListen(ownPath, id);
  const owner = await askOwner(path);
  if (!server || owner) {
    if (server) await closed(server);
    throw new DataDirLockedError(dataDir, owner?.name ?? 'another process');
  }
  await rename(ownPath, path);
  // Several processes may replace the same dead socket: the last one gets the lock, the others find its socket.
  await setTimeout(takeOverMs);
  const winner = await askOwner(path);
  if (winner?.id === id) return server;
  await closed(server);
  throw new DataDirLockedError(dataDir, winner?.name ?? 'another process');
}

const closed = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()));

/** @returns undefined when the socket exists already */
function tryListen(path: string, id: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.end(`process ${process.pid}\n${id}`);
    });
    server.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen(path, () => {
      server.unref();
      resolve(server);
    });
  });
}

/** What the owner of a socket says about itself; undefined when no process listens. */
async function askOwner(path: string): Promise<{ name: string; id: string } | undefined> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
  } catch (error) {
    const isStale = error instanceof Error && 'code' in error && staleCodes.has(error.code);
    return isStale ? undefined : silentOwner;
  }
  try {
    const [name = '', id = ''] = (await text(addAbortSignal(AbortSignal.timeout(ownerTimeoutMs), socket))).split('\n');
    return { name, id };
  } catch {
    return silentOwner;
  }
}

const staleCodes = new Set<unknown>(['ECONNREFUSED', 'ENOENT']);

/** The process is running, but stopped or busy. */
const silentOwner = { name: 'a process that does not answer', id: '' };

/** The shortest limit of the supported systems for the path of a socket, minus the name of the socket. */
const maxFolderBytes = 103 - `/${socketName}`.length;

/**
 * A path to the folder that is short enough for sockets: systems allow about 100 bytes. When neither the absolute nor
 * the relative path is, a link in the folder for temporary files.
 */
async function socketFolder(folder: string): Promise<string> {
  const absolute = await realpath(folder);
  const paths = [absolute, relative(process.cwd(), absolute) || '.'];
  return paths.find((path) => Buffer.byteLength(path) <= maxFolderBytes) ?? linkTo(absolute);
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
