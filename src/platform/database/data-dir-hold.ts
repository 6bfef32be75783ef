import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rename, unlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { addAbortSignal } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { OpenDatabaseError } from './open-database-error.ts';
import { type SocketFolder, socketFolder } from './socket-folder.ts';

/** Another living process has the data folder open. */
export class DataDirHeldError extends OpenDatabaseError {
  constructor(dataDir: string, holder: string) {
    super(`The data folder ${dataDir} is held by ${holder}. Stop that process, or set DATA_DIR to another folder.`);
    this.name = 'DataDirHeldError';
  }
}

/** How long a process that takes over waits before it looks whether another did the same. */
const settleMs = 100;

/** How long a holder may take to say who it is. */
const patienceMs = 3000;

/**
 * Holds a data folder for this process: it listens on a socket in the folder and tells whoever connects who it is.
 * A socket, not a lock file: it dies with the process however that ends, so a dead holder never blocks, and a
 * process id that was given to somebody else is not mistaken for the holder.
 * @returns a function that lets go of the folder
 * @throws DataDirHeldError when another living process holds it
 */
export async function holdDataDir(dataDir: string): Promise<() => Promise<void>> {
  const hold = { dataDir, folder: await socketFolder(dataDir), id: randomUUID() };
  const path = hold.folder.path('holder.sock');
  const server = (await tryListen(path, hold.id)) ?? (await takeOver(hold));
  return async () => {
    await unlink(path).catch(() => {});
    await closed(server);
  };
}

/** The socket exists: either its holder answers, or it was left by a dead process and is replaced. */
async function takeOver({ dataDir, folder, id }: { dataDir: string; folder: SocketFolder; id: string }) {
  const path = folder.path('holder.sock');
  const ownPath = folder.path(`${id.slice(0, 8)}.sock`);
  const server = await tryListen(ownPath, id);
  const holder = await askHolder(path);
  if (!server || holder) {
    if (server) await closed(server);
    throw new DataDirHeldError(dataDir, holder?.name ?? 'another process');
  }
  await rename(ownPath, path);
  // Several processes may replace the same dead socket: the last one holds the folder, the others find it there.
  await setTimeout(settleMs);
  const winner = await askHolder(path);
  if (winner?.id === id) return server;
  await closed(server);
  throw new DataDirHeldError(dataDir, winner?.name ?? 'another process');
}

const closed = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()));

/** @returns nothing when the socket exists already */
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

/** What the holder says of itself; nothing when nobody listens. */
async function askHolder(path: string): Promise<{ name: string; id: string } | undefined> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
  } catch (error) {
    const isDead = error instanceof Error && 'code' in error && nobodyListens.has(error.code);
    return isDead ? undefined : unnamed;
  }
  try {
    const answer = await text(addAbortSignal(AbortSignal.timeout(patienceMs), socket));
    const [name = '', id = ''] = answer.split('\n');
    return { name, id };
  } catch {
    return unnamed;
  }
}

const nobodyListens = new Set<unknown>(['ECONNREFUSED', 'ENOENT']);

/** It lives, but is stopped or busy. */
const unnamed = { name: 'a process that does not answer', id: '' };
