import { chmod, readdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { freePort } from '../../support/network/free-port.ts';
import { runCommand } from '../../support/process/cli.ts';
import { cleanUp, makeFolder, refusedStart, startFault } from '../../support/process/program.ts';
import { timeLimit } from '../../support/time-limit.ts';

const servers = new Set<Server>();

async function listenOnFreePort(server = createServer()): Promise<number> {
  servers.add(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return z.object({ port: z.int() }).parse(server.address()).port;
}

describe('a start that fails', { timeout: timeLimit(120) }, () => {
  afterEach(async () => {
    await cleanUp();
    for (const server of servers) server.close();
    servers.clear();
  });

  it('reports a misspelled variable in production before it writes anything, and warns of it elsewhere', async () => {
    const folder = await makeFolder();
    const environment = { DATABSE_URL: 'postgres://graph@db/graph', DATA_DIR: join(folder, 'data') };
    const sentence = 'DATABSE_URL is unknown. Did you mean DATABASE_URL?';

    const commands = ['serve', 'import records.ndjson', 'keys list', 'webhooks connect --identifier ada'];
    for (const args of commands.map((command) => command.split(' ')))
      expect(await runCommand({ ...environment, NODE_ENV: 'production' }, args)).toEqual({
        code: 1,
        stdout: '',
        stderr: `${sentence}\n`,
      });
    expect(await readdir(folder)).toEqual([]);
    const memory = { ...environment, DATA_DIR: 'memory' };
    expect((await runCommand(memory, ['keys', 'list'])).stderr).toBe(
      `Warning: ${sentence}\nDATA_DIR is memory, so there is no stored data. Set it to a folder, or set DATABASE_URL.\n`,
    );
  });

  it('reports what can be known before it opens the database', async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, 'lists.graphql'), 'query Lists { lists { id } }');
    const manifest = join(folder, 'manifest.json');
    const port = await listenOnFreePort();
    const faultWith = (environment: Record<string, string>) =>
      startFault({ DATA_DIR: join(folder, 'data'), ...environment });

    expect(await faultWith({ TRUSTED_DOCUMENTS: manifest })).toBe(
      `TRUSTED_DOCUMENTS: ${manifest} cannot be read (ENOENT).`,
    );
    expect(await faultWith({ MCP_DOCUMENTS: folder })).toBe(
      `MCP_DOCUMENTS: ${folder}/lists.graphql:1: the operation must follow a comment, which becomes the description of the tool.`,
    );
    for (const variable of ['PORT', 'METRICS_PORT'])
      expect(await faultWith({ [variable]: String(port) })).toBe(
        `${variable} ${port} on 127.0.0.1 is already in use. Set ${variable} to another port.`,
      );
    expect(await readdir(folder)).toEqual(['lists.graphql']);
  });

  it('rejects an unknown command', async () => {
    expect(await runCommand({}, ['acounts', 'list'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Unknown command "acounts". Run npm run cli -- --help for a list.\n',
    });
  });

  it('reports a data folder or a database that cannot be opened', async () => {
    const folder = await makeFolder();
    const file = join(folder, 'database');
    await writeFile(file, 'no database');
    const cannotBeOpened = /^The database in the data folder \S+ cannot be opened: [^\n]+\.$/;

    expect(await startFault({ DATA_DIR: file })).toBe(
      `The database in the data folder ${file} cannot be opened: the path is a file.`,
    );
    expect(await startFault({ DATA_DIR: folder })).toMatch(cannotBeOpened);
    expect(await startFault({ DATA_DIR: '/proc/nope' })).toMatch(cannotBeOpened);
  });

  it('reports that DATA_DIR is not writable', async () => {
    const folder = await makeFolder();
    const dataDir = join(folder, 'data');
    await chmod(folder, 0o555);
    // Root can write anywhere, so the program runs as another user.
    const unprivileged = process.getuid?.() === 0 ? { uid: 65_534 } : {};

    expect(await refusedStart({ DATA_DIR: dataDir }, unprivileged)).toEqual({
      code: 1,
      stdout: '',
      stderr: `The database in the data folder ${dataDir} cannot be opened: EACCES: permission denied, mkdir '${dataDir}'.\n`,
    });
  });

  it('reports an unreachable database server, and what a server rejects, without its password', async () => {
    const faultOn = (port: number) =>
      startFault({ LOG_LEVEL: 'debug', DATABASE_URL: `postgres://graph:secret@127.0.0.1:${port}/graph` });
    const closed = await freePort();
    expect(await faultOn(Number(closed))).toBe(
      `The database 127.0.0.1:${closed}/graph of DATABASE_URL cannot be opened: connect ECONNREFUSED 127.0.0.1:${closed}.`,
    );
    const rejections = { '3D000': 'database "graph" does not exist', '28P01': 'password authentication failed' };
    for (const [code, message] of Object.entries(rejections)) {
      const port = await listenOnFreePort(rejectingServer(code, message));
      expect(await faultOn(port)).toBe(
        `The database 127.0.0.1:${port}/graph of DATABASE_URL cannot be opened: ${message}.`,
      );
    }
  });
});

/** A PostgreSQL server that rejects every client. */
function rejectingServer(code: string, message: string): Server {
  const body = Buffer.from(['SFATAL', 'VFATAL', `C${code}`, `M${message}`, '', ''].join('\0'));
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, body])));
  });
}
