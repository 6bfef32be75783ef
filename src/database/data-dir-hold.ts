import { unlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

const ownName = `process ${process.pid}`;

/** Another living process has the data folder open. */
export class DataDirHeldError extends Error {
  constructor(dataDir: string, holder: string) {
    super(`The data folder ${dataDir} is held by ${holder}. Stop that process, or set DATA_DIR to another folder.`);
    this.name = 'DataDirHeldError';
  }
}

/**
 * Holds a data folder for this process: it listens on a socket in the folder and tells whoever connects who it is.
 * A socket, not a lock file: it dies with the process however that ends, so a dead holder never blocks, and a
 * process id that was given to somebody else is not mistaken for the holder.
 * @returns a function that lets go of the folder
 */
export async function holdDataDir(dataDir: string): Promise<() => Promise<void>> {
  const path = socketPath(dataDir);
  const server = (await tryListen(path)) ?? (await takeOver(dataDir, path));
  return () => new Promise((resolve) => server.close(() => resolve()));
}

/** The socket exists: either its holder answers, or it was left by a dead process and is replaced. */
async function takeOver(dataDir: string, path: string): Promise<Server> {
  const holder = await askHolder(path);
  if (holder !== undefined) throw new DataDirHeldError(dataDir, holder);
  await unlink(path).catch(() => {});
  const server = await tryListen(path);
  // Two processes may replace the same dead socket: the one whose socket is still there a moment later holds it.
  await setTimeout(50);
  const winner = await askHolder(path);
  if (server && winner === ownName) return server;
  server?.close();
  throw new DataDirHeldError(dataDir, winner ?? 'another process');
}

/** The shorter way to name the socket: most systems allow about 100 bytes. */
function socketPath(dataDir: string): string {
  const absolute = join(dataDir, 'holder.sock');
  const fromHere = relative(process.cwd(), absolute);
  return fromHere.length < absolute.length ? fromHere : absolute;
}

function tryListen(path: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.end(ownName);
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
async function askHolder(path: string): Promise<string | undefined> {
  const socket = connect(path);
  try {
    return await text(socket);
  } catch {
    return undefined;
  }
}
