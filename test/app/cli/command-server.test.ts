import { once } from 'node:events';
import { chown, mkdtemp, rm, stat } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { findServer } from '../../../src/app/cli/server/command-client.ts';
import { openCommandServer } from '../../../src/app/cli/server/command-server.ts';
import { openMemoryDatabase } from '../../support/database/memory-database.ts';
import { useResource } from '../../support/resource.ts';
import { timeLimit } from '../../support/time-limit.ts';

const database = useResource(openMemoryDatabase);

// A command that is suspended with Ctrl-Z is such a client.
it.each(['before it has sent a command', 'with more output than the socket holds'])(
  'ends although a client does not leave, %s',
  async (when) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'commands-'));
    const server = await openCommandServer({ dataDir, db: database.db, log: pino({ level: 'silent' }) });
    const socket = connect({ path: join(dataDir, 'cli.sock'), allowHalfOpen: true });
    socket.on('error', () => {});
    await once(socket, 'connect');
    if (when.startsWith('with')) {
      const files = Array.from({ length: 90 }, () => ({ name: 'x'.repeat(10_000), path: dataDir }));
      socket.write(`${JSON.stringify({ command: 'import', files, options: { map: [], format: 'ndjson' } })}\n`);
    }
    await once(socket, 'readable');
    await server.close();

    await expect(stat(join(dataDir, 'cli.sock'))).rejects.toThrow('ENOENT');
    socket.destroy();
    await rm(dataDir, { recursive: true });
  },
);

/** Starts a server, and returns what opens connections to it. */
async function start() {
  const dataDir = await mkdtemp(join(tmpdir(), 'commands-'));
  const server = await openCommandServer({ dataDir, db: database.db, log: pino({ level: 'silent' }) });
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await server.close();
    await rm(dataDir, { recursive: true });
  });
  const open = async () => {
    const socket = connect(join(dataDir, 'cli.sock'));
    sockets.push(socket);
    socket.on('error', () => {});
    await once(socket, 'connect');
    return socket;
  };
  const run = async () =>
    (await findServer({ dataDir }))?.run({ command: 'import', files: [], options: { map: [] } }, 'interrupted');
  return { open, run, dataDir };
}

it('disconnects a client whose command has more than 1 MB', async () => {
  const { open, run } = await start();
  const socket = await open();
  // Not `once` of `node:events`, which fails at an error.
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const write = () => void (socket.writable && socket.write('x'.repeat(100_000), write));
  write();
  await closed;
  expect(socket.bytesWritten).toBeLessThan(3_000_000);
  await expect(run()).resolves.toBeDefined();
});

it('does not send a command of more than 1 MB', async () => {
  const { dataDir } = await start();
  const files = Array.from({ length: 101 }, () => ({ name: 'x'.repeat(10_000), path: dataDir }));
  const server = await findServer({ dataDir });
  const sent = server?.run({ command: 'import', files, options: { map: [] } }, 'interrupted');
  await expect(sent).rejects.toThrow('The file names take more than 1000000 bytes. Split them among several commands.');
});

it('runs eight commands at the same time', async () => {
  const { open, run } = await start();
  const [first] = await Promise.all(Array.from({ length: 8 }, open));
  await expect(run()).rejects.toThrow('The server is running 8 commands. Try again later.');
  first?.destroy();
  await vi.waitFor(async () => expect(await run()).toBeDefined(), { timeout: timeLimit(10) });
});

it.skipIf(process.getuid?.() !== 0)('is not used if another user owns its socket, but not the folder', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'commands-'));
  const server = createServer((socket) => socket.on('error', () => {})).listen(join(dataDir, 'cli.sock'));
  await once(server, 'listening');
  const nobody = 65_534;
  await chown(join(dataDir, 'cli.sock'), nobody, nobody);
  await expect(findServer({ dataDir })).rejects.toThrow(
    `The data folder ${dataDir} belongs to another user. Run the command as that user.`,
  );
  await chown(dataDir, nobody, nobody);
  await expect(findServer({ dataDir })).resolves.toBeDefined();
  server.close();
  await rm(dataDir, { recursive: true });
});
