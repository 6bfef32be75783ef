import { once } from 'node:events';
import { unlink } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { Writable } from 'node:stream';
import { isMainThread } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { Db } from '../../../platform/database/open-database.ts';
import { OperatorError } from '../../../tools/errors/operator-error.ts';
import {
  type CommandReply,
  type CommandRequest,
  commandRequest,
  commandSocketPath,
  linesOf,
  maxRequestBytes,
} from './command-socket.ts';

interface CommandServerOptions {
  dataDir: string;
  db: Db;
  log: Logger;
}

const ownerOnlyMask = 0o177;
const maxRunning = 8;

/** Runs commands that other processes of the same user send, because only this process can open the database. */
export async function openCommandServer({ dataDir, db, log }: CommandServerOptions) {
  const path = await commandSocketPath(dataDir);
  // This process holds the lock of the folder, so an existing socket belongs to a process that was killed.
  await unlink(path).catch(() => {});
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const sockets = new Set<Socket>();
  const imports = { isRunning: false };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
    if (running.size >= maxRunning) {
      socket.resume();
      socket.end(replyLine({ failed: `The server is running ${maxRunning} commands. Try again later.` }));
      return;
    }
    const run = handleConnection(socket, { db, stopping: stopping.signal, imports })
      .catch((error: unknown) => log.error({ err: error }, 'a command failed'))
      .finally(() => running.delete(run));
    running.add(run);
  });
  await listenOwnerOnly(server, path);
  return {
    async close(): Promise<void> {
      stopping.abort();
      const closed = new Promise((resolve) => server.close(resolve));
      await Promise.all(running);
      // Destroy the sockets: a suspended client reads no output and never disconnects.
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Listens on a socket that only the owner can open from the start: whoever opens the socket can change the data. */
async function listenOwnerOnly(server: Server, path: string): Promise<void> {
  // Node.js binds the socket before `listen` returns, so the mask can be restored immediately. Workers cannot set it.
  const previous = isMainThread ? process.umask(ownerOnlyMask) : undefined;
  try {
    server.listen(path);
  } finally {
    if (previous !== undefined) process.umask(previous);
  }
  await once(server, 'listening');
  server.unref();
}

const replyLine = (reply: CommandReply) => `${JSON.stringify(reply)}\n`;

interface ConnectionContext {
  db: Db;
  stopping: AbortSignal;
  imports: { isRunning: boolean };
}

async function handleConnection(socket: Socket, context: ConnectionContext): Promise<void> {
  const disconnected = new AbortController();
  socket.once('close', () => disconnected.abort());
  const reply = (line: CommandReply) => void (socket.writable && socket.write(replyLine(line)));
  reply({ ready: true });
  try {
    const request = await readRequest(socket, context.stopping);
    if (!request) return;
    const signal = AbortSignal.any([disconnected.signal, context.stopping]);
    reply({ done: await runCommand(request, { ...context, signal, reply }) });
  } catch (error) {
    // Send nothing: a client that is still connected reports that the server stopped.
    if (context.stopping.aborted || disconnected.signal.aborted) return;
    if (!(error instanceof OperatorError)) {
      reply({ failed: 'The server could not run the command. Its log has the reason.' });
      throw error;
    }
    reply({ failed: error.message });
  } finally {
    socket.end();
  }
}

/** Returns undefined if the client disconnects, or the server stops, before a request has arrived. */
async function readRequest(socket: Socket, stopping: AbortSignal): Promise<CommandRequest | undefined> {
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxRequestBytes) socket.destroy();
  });
  for await (const line of linesOf(socket, stopping)) {
    // Keep reading, so that `close` is emitted when the client disconnects.
    socket.resume();
    const parsed = commandRequest.safeParse(JSON.parse(line));
    if (parsed.success) return parsed.data;
    throw new OperatorError(
      'The running server has a different version. Restart the server, or stop it and repeat the command.',
    );
  }
  return undefined;
}

async function runCommand(
  request: CommandRequest,
  { db, imports, signal, reply }: ConnectionContext & { signal: AbortSignal; reply: (line: CommandReply) => void },
): Promise<unknown> {
  // Load the code of a command when it is requested: most servers run no commands, and should start fast.
  if (request.command === 'emit') {
    const { emitEvent } = await import('../events.ts');
    return emitEvent({ db }, request.trigger, request.options);
  }
  if (imports.isRunning) {
    throw new OperatorError('Another import is running on the server. Start this one when it has ended.');
  }
  imports.isRunning = true;
  try {
    const { runImport } = await import('../import.ts');
    const results = Object.assign(
      createOutput((stdout) => reply({ stdout })),
      { isTTY: request.isTerminal ?? false },
    );
    const faults = createOutput((stderr) => reply({ stderr }));
    return await runImport(db, {
      ...request.options,
      files: request.files,
      isShared: true,
      signal,
      output: { results, faults },
    });
  } finally {
    imports.isRunning = false;
  }
}

const createOutput = (send: (text: string) => void) =>
  new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      send(String(chunk));
      done();
    },
  });
