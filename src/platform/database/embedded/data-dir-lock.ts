import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readlink, realpath, rename, symlink, unlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { OperatorError } from '../../../tools/errors/operator-error.ts';

const lockedError = (dataDir: string, owner = 'another process') =>
  new OperatorError(
    `The data folder ${dataDir} is in use by ${owner}. Stop that process, or set DATA_DIR to another folder.`,
  );

/** How long processes that replaced a stale socket wait before checking which of them won. */
const takeOverMs = 100;

const ownerTimeoutMs = 3000;

const socketName = 'holder.sock';

/**
 * Locks a data folder with a socket. Unlike a lock file, the socket is closed by the system when the process crashes,
 * and a reused process id cannot be mistaken for the owner.
 * @returns a function that unlocks the folder
 * @throws OperatorError when another running process has locked the folder
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

/** @throws OperatorError when the owner of the socket is still running */
async function takeOver({ dataDir, folder, id }: { dataDir: string; folder: string; id: string }): Promise<Server> {
  const path = join(folder, socketName);
  // This name is as long as `socketName`, for which `maxFolderBytes` leaves room.
  const ownPath = join(folder, `${id.slice(0, 6)}.sock`);
  const server = await tryListen(ownPath, id);
  const owner = await askOwner(path);
  if (!server || owner) {
    if (server) await closed(server);
    throw lockedError(dataDir, owner?.name);
  }
  await rename(ownPath, path);
  // Several processes can replace the same stale socket: the last one gets the lock, and the others find its socket.
  await setTimeout(takeOverMs);
  const winner = await askOwner(path);
  if (winner?.id === id) return server;
  await closed(server);
  throw lockedError(dataDir, winner?.name);
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

/** @returns undefined when no process listens on the socket */
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

/** An owner that does not respond, because it is suspended or busy, for example. */
const silentOwner = { name: 'a process that does not respond', id: '' };

/** A socket path has at most 103 bytes, the lowest limit of the supported systems. */
const maxFolderBytes = 103 - `/${socketName}`.length;

/**
 * Returns a path to the folder, short enough for sockets with names up to `holder.sock`: absolute, relative, or a
 * symbolic link in the temporary folder.
 */
export async function socketFolder(folder: string): Promise<string> {
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
    if ((await readlink(link)) !== folder) throw new Error(`the link ${link} does not point to ${folder}; delete it`);
  }
  return link;
}
