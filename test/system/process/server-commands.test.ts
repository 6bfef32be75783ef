import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, open, readdir, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../../src/platform/database/open-database.ts';
import { runCommand } from '../../support/process/cli.ts';
import {
  cleanUp,
  makeDataFolder,
  makeFolder,
  type Program,
  spawnProgram,
  startProgram,
} from '../../support/process/program.ts';
import { timeLimit } from '../../support/time-limit.ts';

const signalLines = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    JSON.stringify({ kind: 'signal', id: `sig_${at}`, full_name: `Person ${at}`, discovered_at: '2026-02-01' }),
  );
const stopped =
  'The server stopped before the import ended. Import the files again: records that are already stored stay the same.\n';

describe('commands while the embedded server is running', { timeout: timeLimit(240) }, () => {
  let folder: string;
  let dataDir: string;
  let server: Program;
  let environment: Record<string, string>;

  const start = async () => {
    server = await startProgram({ DATA_DIR: dataDir });
  };
  beforeAll(async () => {
    folder = await makeFolder();
    dataDir = await makeDataFolder();
    environment = { DATA_DIR: dataDir };
    await start();
  }, timeLimit(120));
  afterAll(cleanUp);

  const write = async (name: string, lines: string[]) => {
    await writeFile(join(folder, name), `${lines.join('\n')}\n`);
    return join(folder, name);
  };
  const names = async () => {
    const { data } = await server.ask('{ signals(first: 100) { nodes { fullName } totalCount } }');
    return data;
  };

  /** Starts an import that waits for the rest of its file. */
  const startImport = async (name: string) => {
    const path = join(folder, name);
    execFileSync('mkfifo', [path]);
    const socket = connect(join(dataDir, 'cli.sock'));
    await once(socket, 'connect');
    const request = {
      command: 'import',
      files: [{ name, path }],
      isTerminal: false,
      options: { map: [], format: 'ndjson' },
    };
    socket.write(`${JSON.stringify(request)}\n`);
    const pipe = await open(path, 'w');
    return { pipe, output: text(socket).catch(() => 'interrupted'), socket };
  };

  it('can be sent by the owner of the data folder only', async () => {
    const { mode } = await stat(join(dataDir, 'cli.sock'));
    expect(mode & 0o777).toBe(0o600);
  });

  it('imports files, pipes and their faults, and the graph shows the records at once', async () => {
    const file = await write('people.ndjson', [...signalLines(3), '{"kind":"city"}']);
    expect(await runCommand(environment, ['import', file])).toEqual({
      code: 1,
      stdout: `${file}: 4 records read: 3 new signals; 1 bad line\n`,
      stderr: `${file}:4: city: name: is required\n`,
    });
    expect(await names()).toMatchObject({ signals: { totalCount: 3 } });
    const piped = await runCommand(
      environment,
      ['import', '/dev/stdin', '--format', 'ndjson'],
      signalLines(4).join('\n'),
    );
    expect(piped).toEqual({
      code: 0,
      stdout: '/dev/stdin: 4 records read: 1 new signal, 3 already there\n',
      stderr: '',
    });
    expect(await runCommand(environment, ['import', file, '--format', 'xml'])).toEqual({
      code: 1,
      stdout: '',
      stderr: '--format must be ndjson or csv; it is "xml".\n',
    });
  });

  it('records an event, and rejects one of an unknown activity', async () => {
    const id = '3c5d7e90-1f2a-4b3c-9d4e-5f6a7b8c9d01';
    const call = { kind: 'activity', id, started_at: '2026-02-04', status: 'completed' };
    await runCommand(environment, ['import', await write('call.ndjson', [JSON.stringify(call)])]);
    const emitted = await runCommand(environment, [
      'events',
      'emit',
      'conversation_processed',
      '--activity',
      id,
      '--json',
    ]);
    expect([emitted.code, emitted.stderr]).toEqual([0, '']);
    expect(JSON.parse(emitted.stdout)).toMatchObject({ event: { activityId: id, deliveries: 0 } });
    const unknown = await runCommand(environment, ['events', 'emit', 'conversation_processed', '--activity', 'x']);
    expect([unknown.code, unknown.stderr]).toEqual([1, '--activity: there is no activity with the id "x".\n']);
  });

  it('rejects a second import with one sentence', async () => {
    const first = await startImport('slow.ndjson');
    const file = await write('other.ndjson', signalLines(1));
    expect(await runCommand(environment, ['import', file])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Another import is running on the server. Start this one when it has ended.\n',
    });
    await first.pipe.write(`${signalLines(5).join('\n')}\n`);
    await first.pipe.close();
    expect(await first.output).toContain('slow.ndjson: 5 records read: ');
  });

  it('stores nothing more of an import whose client left', async () => {
    const { pipe, socket } = await startImport('left.ndjson');
    const line = JSON.stringify({ kind: 'city', name: 'Lima' });
    await pipe.write(`${line}\n`);
    socket.destroy();
    // The server notices the end of the connection before it answers later requests.
    await names();
    await names();
    await pipe.close();
    const file = await write('next.ndjson', signalLines(1));
    // The server rejects this import until the other import has ended.
    await vi.waitFor(async () => expect((await runCommand(environment, ['import', file])).code).toBe(0), timeLimit(60));
    const { data } = await server.ask('{ cities(first: 5) { nodes { name } } }');
    expect(data).toMatchObject({ cities: { nodes: [] } });
  });

  it.skipIf(process.getuid?.() !== 0)('refuses another user with one sentence', async () => {
    await chmod(dataDir, 0o755);
    const child = spawnProgram(environment, { args: ['import', 'x.ndjson'], uid: 65_534, gid: 65_534 });
    const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect(stderr).toBe(`The data folder ${dataDir} belongs to another user. Run the command as that user.\n`);
    await chmod(dataDir, 0o700);
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)('keeps what was reported when the server ends with %s', async (signal) => {
    const lines = signalLines(30_000);
    const files = [await write(`first-${signal}.ndjson`, lines.slice(0, 200)), await write(`${signal}.ndjson`, lines)];
    const child = spawnProgram(environment, { args: ['import', ...files] });
    const output = Promise.all([text(child.stderr), once(child, 'close')]);
    const [reported] = await once(child.stdout, 'data');
    expect(String(reported)).toContain(': 200 records read: ');
    await server.end(signal);
    const [stderr, [code]] = await output;
    expect([stderr, code]).toEqual([stopped, 1]);

    // A killed server leaves its socket behind, which must not disturb the next command.
    expect((await readdir(dataDir)).includes('cli.sock')).toBe(signal === 'SIGKILL');
    const file = await write('after.ndjson', signalLines(2));
    expect(await runCommand(environment, ['import', file])).toMatchObject({ code: 0, stderr: '' });
    const { db, close } = await openDatabase({ dataDir });
    const { count } = await db
      .selectFrom('talent_signals')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    await db.deleteFrom('talent_signals').execute();
    await close();
    expect(Number(count)).toBeGreaterThanOrEqual(200);
    await start();
    expect(await runCommand(environment, ['import', file])).toMatchObject({ code: 0, stderr: '' });
  });
});
