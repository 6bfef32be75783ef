import { once } from 'node:events';
import { chown, mkdtemp, rm, stat } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { expect, it } from 'vitest';
import { findServer } from '../../../src/app/cli/server/command-client.ts';
import { openCommandServer } from '../../../src/app/cli/server/command-server.ts';
import { openMemoryDatabase } from '../../support/database/memory-database.ts';
import { useResource } from '../../support/resource.ts';

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
      const files = [{ name: 'x'.repeat(2_000_000), path: dataDir }];
      socket.write(`${JSON.stringify({ command: 'import', files, options: { map: [], format: 'ndjson' } })}\n`);
    }
    await once(socket, 'readable');
    await server.close();

    await expect(stat(join(dataDir, 'cli.sock'))).rejects.toThrow('ENOENT');
    socket.destroy();
    await rm(dataDir, { recursive: true });
  },
);

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
