import { chmod, readdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runCommand } from '../../support/process/cli.ts';
import { cleanUp, makeFolder, refusedStart, startFault } from '../../support/process/program.ts';
import { timeLimit } from '../../support/time-limit.ts';

const servers = new Set<Server>();

async function listenOnFreePort(server: Server): Promise<number> {
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

  it('reports every invalid variable on a line of its own, without confidential values', async () => {
    expect(
      await refusedStart({
        PORT: '4000x',
        DATABASE_URL: 'mysql://root:secret@localhost/graph',
        DEMO_DATA: 'yes',
        DEV_IDENTIFIER: '',
        LOG_LEVEL: 'loud',
        NODE_ENV: 'staging',
        HOST: '0.0.0.0',
      }),
    ).toEqual({
      code: 1,
      stdout: '',
      stderr: [
        'PORT must be a whole number from 0 to 65535; it is "4000x".',
        'NODE_ENV must be one of development, production, test; it is "staging".',
        'DATABASE_URL must be postgres://user@host:port/database.',
        'DEMO_DATA must be one of true, false; it is "yes".',
        'LOG_LEVEL must be one of fatal, error, warn, info, debug, silent; it is "loud".',
        'HOST must be a loopback address (127.0.0.1, ::1 or localhost) while callers are not authenticated; it is "0.0.0.0".',
        '',
      ].join('\n'),
    });
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

  it('reports a manifest of trusted documents that cannot be read before it opens the database', async () => {
    const folder = await makeFolder();
    const manifest = join(folder, 'manifest.json');

    expect(await startFault({ TRUSTED_DOCUMENTS: manifest, DATA_DIR: join(folder, 'data') })).toBe(
      `TRUSTED_DOCUMENTS: ${manifest} cannot be read (ENOENT).`,
    );
    expect(await readdir(folder)).toEqual([]);
  });

  it('reports faulty documents of assistants before it opens the database', async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, 'lists.graphql'), 'query Lists { lists { id } }');

    expect(await startFault({ MCP_DOCUMENTS: folder, DATA_DIR: join(folder, 'data') })).toBe(
      `MCP_DOCUMENTS: ${folder}/lists.graphql:1: the operation must follow a comment, which becomes the description of the tool.`,
    );
    expect(await readdir(folder)).toEqual(['lists.graphql']);
  });

  it('reports a port in use before it opens the database', async () => {
    const port = await listenOnFreePort(createServer());
    const folder = await makeFolder();
    const dataDir = join(folder, 'data');

    expect(await startFault({ PORT: String(port), DATA_DIR: dataDir })).toBe(
      `PORT ${port} on 127.0.0.1 is already in use. Set PORT to another port.`,
    );
    expect(await readdir(folder)).toEqual([]);
  });

  it('reports that DATA_DIR cannot be created', async () => {
    expect(await startFault({ DATA_DIR: '/proc/nope' })).toMatch(
      /^The database in the data folder \/proc\/nope cannot be opened: [^\n]+\.$/,
    );
  });

  it('rejects an unknown command', async () => {
    expect(await runCommand({}, ['acounts', 'list'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Unknown command "acounts". Run npm run cli -- --help for a list.\n',
    });
  });

  it('reports that DATA_DIR is a file', async () => {
    const file = join(await makeFolder(), 'data');
    await writeFile(file, 'mine');

    expect(await startFault({ DATA_DIR: file })).toBe(
      `The database in the data folder ${file} cannot be opened: the path is a file.`,
    );
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

  it('reports a damaged embedded database', async () => {
    const dataDir = await makeFolder();
    await writeFile(join(dataDir, 'database'), 'no database');

    expect(await startFault({ DATA_DIR: dataDir })).toMatch(
      /^The database in the data folder \S+ cannot be opened: [^\n]+\.$/,
    );
  });

  it('reports an unreachable database server without its password', async () => {
    const server = createServer();
    const port = await listenOnFreePort(server);
    await new Promise((resolve) => server.close(resolve));

    expect(await refusedStart({ DATABASE_URL: `postgres://graph:secret@127.0.0.1:${port}/graph` })).toEqual({
      code: 1,
      stdout: '',
      stderr: `The database 127.0.0.1:${port}/graph of DATABASE_URL cannot be opened: connect ECONNREFUSED 127.0.0.1:${port}.\n`,
    });
  });

  it('reports that the server does not have the database', async () => {
    const port = await listenOnFreePort(serverWithout('graph'));

    expect(await startFault({ DATABASE_URL: `postgres://graph:secret@127.0.0.1:${port}/graph` })).toBe(
      `The database 127.0.0.1:${port}/graph of DATABASE_URL cannot be opened: database "graph" does not exist.`,
    );
  });
});

/** A PostgreSQL server that reports a database as missing. */
function serverWithout(database: string): Server {
  const fields = ['SFATAL', 'VFATAL', 'C3D000', `Mdatabase "${database}" does not exist`, ''].join('\0');
  const body = Buffer.from(`${fields}\0`);
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, body])));
  });
}
