import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import type { DatabaseLocation } from '../../../platform/database/open-database.ts';
import { OperatorError } from '../../../tools/errors/operator-error.ts';
import {
  type CommandReply,
  commandReply,
  type CommandRequest,
  commandSocketPath,
  linesOf,
  maxRequestBytes,
} from './command-socket.ts';

/** Time limit for a server's first line, `ready`: a long statement of the embedded database can block the server. */
const readyMs = 30_000;

/** A server that has opened the data folder. */
export interface RunningServer {
  /** @throws OperatorError if the command fails or gets no reply; its message is `interrupted` if the server stops */
  run(request: CommandRequest, interrupted: string): Promise<unknown>;
}

/**
 * Finds the running server of a data folder. Returns undefined if none is running, or if the database is not embedded.
 * @throws OperatorError if the folder or its server belongs to another user
 */
export async function findServer(database: DatabaseLocation): Promise<RunningServer | undefined> {
  if (typeof database === 'string' || !('dataDir' in database)) return undefined;
  const { dataDir } = database;
  const socket = await connectTo(dataDir);
  return socket && { run: (request, interrupted) => runOn(socket, { request, interrupted, dataDir }) };
}

async function connectTo(dataDir: string): Promise<Socket | undefined> {
  try {
    const path = await commandSocketPath(dataDir);
    const { uid } = await stat(path);
    const ownUid = process.getuid?.();
    // Check the owner: another user who can write to the folder could pretend to be the server.
    const isTrusted = uid === ownUid || (ownUid === 0 && uid === (await stat(dataDir)).uid);
    if (!isTrusted) throw foreignError(dataDir);
    const socket = connect(path);
    await once(socket, 'connect');
    return socket;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EACCES' || code === 'EPERM') throw foreignError(dataDir);
    // Without a server, or after it was killed, the command opens the folder itself.
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ECONNREFUSED') return undefined;
    throw error;
  }
}

const foreignError = (dataDir: string) =>
  new OperatorError(`The data folder ${dataDir} belongs to another user. Run the command as that user.`);

async function runOn(
  socket: Socket,
  { request, interrupted, dataDir }: { request: CommandRequest; interrupted: string; dataDir: string },
): Promise<unknown> {
  // The loop below throws the same error, which is handled there.
  socket.on('error', () => {});
  const line = `${JSON.stringify(request)}\n`;
  if (Buffer.byteLength(line) > maxRequestBytes) {
    socket.destroy();
    throw new OperatorError(
      `The arguments take more than ${maxRequestBytes} bytes. Split them among several commands.`,
    );
  }
  let isReady = false;
  const timer = setTimeout(() => socket.destroy(), readyMs);
  socket.write(line);
  try {
    for await (const reported of linesOf(socket)) {
      const reply: CommandReply = commandReply.parse(JSON.parse(reported));
      if ('ready' in reply) {
        isReady = true;
        clearTimeout(timer);
      }
      if ('stdout' in reply) process.stdout.write(reply.stdout);
      if ('stderr' in reply) process.stderr.write(reply.stderr);
      if ('failed' in reply) throw new OperatorError(reply.failed);
      if ('done' in reply) return reply.done;
    }
  } catch (error) {
    // A server that is killed resets the connection.
    if (error !== socket.errored) throw error;
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
  if (isReady) throw new OperatorError(interrupted);
  throw new OperatorError(`The server of the data folder ${dataDir} does not respond. Restart it.`);
}
