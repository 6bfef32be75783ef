import { once } from 'node:events';
import { chown, stat } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import pino from 'pino';
import { expect, it, vi } from 'vitest';
import { findServer } from '../../../src/app/cli/server/command-client.ts';
import { openCommandServer } from '../../../src/app/cli/server/command-server.ts';
import { openMemoryDatabase } from '../../support/database/memory-database.ts';
import { createFolder } from '../../support/folder.ts';
import { useClosing, useFreshResource, useResource } from '../../support/resource.ts';
import { timeLimit } from '../../support/time-limit.ts';

const database = useResource(openMemoryDatabase);
const folder = useFreshResource(createFolder);
const closing = useClosing();
const log = pino({ level: 'silent' });

async function openSocket(options: { allowHalfOpen?: boolean } = {}): Promise<Socket> {
  const socket = connect({ path: folder.file('cli.sock'), ...options });
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

// A command suspended with Ctrl-Z stays connected, but reads and sends nothing.
it.each(['before it has sent a command', 'with more output than the socket holds'])(
  'closes although a client stays connected, %s',
  async (when) => {
    const dataDir = folder.path;
    const server = await openCommandServer({ dataDir, db: database.db, log });
    const socket = await openSocket({ allowHalfOpen: true });
    if (when.startsWith('with')) {
      const files = Array.from({ length: 90 }, () => ({ name: 'x'.repeat(10_000), path: dataDir }));
      socket.write(`${JSON.stringify({ command: 'import', files, options: { map: [], format: 'ndjson' } })}\n`);
    }
    await once(socket, 'readable');
    await server.close();

    await expect(stat(folder.file('cli.sock'))).rejects.toThrow('ENOENT');
    socket.destroy();
  },
);

/** Starts a server. Returns functions that open a connection to it and run a command. */
async function start() {
  const dataDir = folder.path;
  closing(await openCommandServer({ dataDir, db: database.db, log }));
  const open = async () => {
    const socket = await openSocket();
    closing({ close: () => socket.destroy() });
    return socket;
  };
  const run = async () =>
    (await findServer({ dataDir }))?.run({ command: 'import', files: [], options: { map: [] } }, 'interrupted');
  return { open, run, dataDir };
}

it('disconnects a client whose command has more than 1 MB', async () => {
  const { open, run } = await start();
  const socket = await open();
  // `once` from `node:events` would reject if the socket emits `error` first.
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
  await expect(sent).rejects.toThrow('The arguments take more than 1000000 bytes. Split them among several commands.');
});

it('runs eight commands at the same time', async () => {
  const { open, run } = await start();
  const [first] = await Promise.all(Array.from({ length: 8 }, open));
  await expect(run()).rejects.toThrow('The server is running 8 commands. Try again later.');
  first?.destroy();
  await vi.waitFor(async () => expect(await run()).toBeDefined(), { timeout: timeLimit(10) });
});

it('says that a server killed before it reads the command does not respond', async () => {
  const server = createServer({ pauseOnConnect: true }, (socket) => socket.destroy());
  closing({ close: () => server.close() });
  await once(server.listen(folder.file('cli.sock')), 'listening');
  const found = await findServer({ dataDir: folder.path });
  const sent = found?.run({ command: 'import', files: [], options: { map: [] } }, 'interrupted');
  await expect(sent).rejects.toThrow(`The server of the data folder ${folder.path} does not respond. Restart it.`);
});

it.skipIf(process.getuid?.() !== 0)('is not used if another user owns its socket, but not the folder', async () => {
  const dataDir = folder.path;
  const server = createServer((socket) => socket.on('error', () => {})).listen(folder.file('cli.sock'));
  await once(server, 'listening');
  const nobody = 65_534;
  await chown(folder.file('cli.sock'), nobody, nobody);
  await expect(findServer({ dataDir })).rejects.toThrow(
    `The data folder ${dataDir} belongs to another user. Run the command as that user.`,
  );
  await chown(dataDir, nobody, nobody);
  await expect(findServer({ dataDir })).resolves.toBeDefined();
  server.close();
});
