import { execFileSync } from 'node:child_process';
import { mkdir, readdir, statfs, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { copyDatabase } from '../../support/database/migrated-database.ts';
import { makeServerDatabase } from '../../support/database/server-database.ts';
import { onServer } from '../../support/database/server-statement.ts';
import { uploadForm } from '../../support/graph/upload-form.ts';
import { mountDisk, resizeDisk, unmountDisks } from '../../support/small-disk.ts';
import { testVaultKey } from '../../support/platform/service-keys.ts';
import {
  cleanUp,
  logLines,
  makeDataFolder,
  makeFolder,
  type Program,
  refusedStart,
  startProgram,
} from '../../support/process/program.ts';
import { timeLimit } from '../../support/time-limit.ts';

const serverUrl = process.env['TEST_DATABASE_URL'] ?? '';
/** Whether PostgreSQL runs on this machine, so that a mounted disk can hold a tablespace. */
const isOwnServer = ['127.0.0.1', 'localhost'].includes(serverUrl && new URL(serverUrl).hostname);

async function canMount(): Promise<boolean> {
  try {
    mountDisk(await makeFolder(), 1);
    return true;
  } catch {
    return false;
  } finally {
    unmountDisks();
    await cleanUp();
  }
}

/**
 * Fills the disk of the database, on which `folder` is, and frees it again. Returns the `parts` of
 * the health check while the disk was full.
 */
async function partsOnFullDisk(program: Program, folder: string): Promise<unknown> {
  const { origin } = new URL(program.url);
  const create = async (name: string) => {
    const query = `mutation ($name: String!) {
      createList(input: { name: $name }) { __typename ... on UpstreamProblem { code message tool isRetryable } }
    }`;
    const { data } = await program.ask(query, { name });
    return data?.['createList'];
  };
  const created = { __typename: 'CreateListSuccess' };
  const ready = async (path: string) => {
    const response = await fetch(`${origin}/health/ready${path}`);
    return { status: response.status, body: await response.json() };
  };
  const metric = async () => {
    const metrics = await (await fetch(`${origin}/metrics`)).text();
    return /^health_check_ok\{part="databaseStorage"\} (\d+)$/m.exec(metrics)?.[1];
  };
  const works = {
    status: 200,
    body: { status: 'ready', parts: { database: 'ok', databaseStorage: 'ok', storage: 'ok' } },
  };
  expect(await create('First')).toEqual(created);
  expect([await ready('?deep=1'), await metric()]).toEqual([works, '1']);
  const { bavail, bsize } = await statfs(folder);
  await writeFile(join(folder, 'filler'), Buffer.alloc(bavail * bsize));

  const outcomes: unknown[] = [];
  for (let index = 0; index < 300; index += 1) outcomes.push(await create(`${index} ${'x'.repeat(100)}`));
  expect(outcomes.at(-1)).toEqual({
    __typename: 'UpstreamProblem',
    code: 'INSUFFICIENT_STORAGE',
    message: 'The database has no space left. Nothing was changed; try again later.',
    tool: 'lists_create',
    isRetryable: true,
  });
  const stored = outcomes.filter((outcome) => isDeepStrictEqual(outcome, created)).length;
  expect(stored).toBeLessThan(250);
  expect((await program.ask('{ lists { id } }')).data).toMatchObject({ lists: { length: stored + 1 } });
  const full = await ready('?deep=1');
  expect(full.status).toBe(503);
  expect([await ready(''), await metric()]).toEqual([{ status: 200, body: { status: 'ready' } }, '0']);

  await truncate(join(folder, 'filler'), 0);
  expect(await create('Last')).toEqual(created);
  await expect.poll(() => ready('?deep=1'), { timeout: timeLimit(60) }).toEqual(works);
  return full.body.parts;
}

const isMountable = await canMount();
if (!isMountable) console.warn('A full disk is not tested: this process may not mount a file system.');

describe.skipIf(!isMountable)('a full disk', { timeout: timeLimit(240) }, () => {
  afterEach(async () => {
    unmountDisks();
    await cleanUp();
  });

  it('ends the first start with one sentence, and the next start goes on when there is space', async () => {
    const folder = await makeFolder();
    mountDisk(folder, 45);
    const environment = { DATA_DIR: join(folder, 'data'), DEMO_DATA: 'true' };
    const { code, stderr } = await refusedStart(environment);
    expect(stderr).toMatch(/^The disk is full: could not [^\n]+: No space left on device\.\n$/);
    expect(code).toBe(1);

    resizeDisk(folder, 500);
    const program = await startProgram(environment);
    expect((await program.ask('{ lists { id } }')).data).toMatchObject({ lists: { length: 9 } });
  });

  it('ends the start before the database is complete with one sentence', async () => {
    const folder = await makeFolder();
    mountDisk(folder, 20);
    const dataDir = join(folder, 'data');
    expect(await refusedStart({ DATA_DIR: dataDir })).toEqual({
      code: 1,
      stdout: '',
      stderr: `The database in the data folder ${dataDir} cannot be opened: ENOSPC: no space left on device, write.\n`,
    });
  });

  it('ends the start with an existing database with one sentence', async () => {
    const folder = await makeFolder();
    mountDisk(folder, 100);
    await copyDatabase(folder);
    const { bavail, bsize } = await statfs(folder);
    await writeFile(join(folder, 'filler'), Buffer.alloc(bavail * bsize));
    const reason = 'the disk is full: only 0 bytes are free, 16777216 are needed';
    expect(await refusedStart({ DATA_DIR: folder })).toEqual({
      code: 1,
      stdout: '',
      stderr: `The database in the data folder ${folder} cannot be opened: ${reason}.\n`,
    });
  });

  it('rejects changes with a code when the disk of the database is full, and continues to read', async () => {
    const folder = await makeFolder();
    mountDisk(folder, 100);
    await copyDatabase(folder);
    const program = await startProgram({ DATA_DIR: folder, METRICS: 'true' });
    const parts = { database: 'ok', databaseStorage: 'failing', storage: 'failing' };
    expect(await partsOnFullDisk(program, folder)).toEqual(parts);
  });

  it.skipIf(!isOwnServer)('does the same on PostgreSQL, whose space no program but the server knows', async () => {
    const folder = await makeFolder();
    mountDisk(folder, 45);
    execFileSync('chown', ['postgres', folder]);
    const { url, remove } = await makeServerDatabase(serverUrl);
    const name = new URL(url).pathname.slice(1);
    await onServer(serverUrl, `create tablespace ${name} location '${folder}'`);
    await onServer(serverUrl, `alter database ${name} set tablespace ${name}`);
    try {
      const dataDir = await makeFolder();
      const environment = { DATABASE_URL: url, DATA_DIR: dataDir, VAULT_KEY: testVaultKey, METRICS: 'true' };
      const program = await startProgram(environment);
      const parts = { database: 'ok', databaseStorage: 'failing', storage: 'ok' };
      expect(await partsOnFullDisk(program, folder)).toEqual(parts);
    } finally {
      await remove();
      await onServer(serverUrl, `drop tablespace ${name}`);
    }
  });

  it('rejects uploads with a code, stores no part of them, and shows in the health checks and metrics', async () => {
    const dataDir = await makeDataFolder();
    const recordings = join(dataDir, 'recordings');
    await mkdir(recordings);
    mountDisk(recordings, 45);
    const program = await startProgram({ DATA_DIR: dataDir, METRICS: 'true', LOG_LEVEL: 'info' });
    const { origin } = new URL(program.url);
    const upload = async () => {
      const form = uploadForm({ title: 'First', hostUserEmail: 'owner@example.com' });
      form.set('0', new Blob(['WEBVTT\n\n00:00.000 --> 00:01.000\n', 'Hello. '.repeat(100_000)]), 'call.vtt');
      const headers = { 'apollo-require-preflight': '1' };
      const response = await fetch(program.url, { method: 'POST', headers, body: form });
      return { status: response.status, body: await response.json() };
    };
    const ready = async () => {
      const response = await fetch(`${origin}/health/ready?deep=1`);
      return { status: response.status, body: await response.json() };
    };
    const freeBytes = async () => {
      const metrics = await (await fetch(`${origin}/metrics`)).text();
      return Number(/^storage_free_bytes (\d+)$/m.exec(metrics)?.[1]);
    };
    const stateOf = (storage: string) => ({
      status: 'ready',
      parts: { database: 'ok', databaseStorage: 'ok', storage },
    });
    const isReady = { status: 200, body: stateOf('ok') };
    expect(await ready()).toEqual(isReady);
    expect(await freeBytes()).toBe(45 * 1024 * 1024);

    const filler = join(recordings, 'filler');
    await writeFile(filler, Buffer.alloc(45 * 1024 * 1024 - 64 * 1024));
    const activities = await program.ask('{ activities(first: 1) { totalCount } }');
    expect(await upload()).toEqual({
      status: 507,
      body: {
        errors: [
          {
            message: 'The server has no space for the files. Nothing was stored; try again later.',
            extensions: { code: 'INSUFFICIENT_STORAGE', isRetryable: true },
          },
        ],
      },
    });
    expect(await readdir(recordings)).toEqual(['filler']);
    expect(await program.ask('{ activities(first: 1) { totalCount } }')).toEqual(activities);
    await expect.poll(ready, { timeout: timeLimit(60) }).toEqual({ status: 503, body: stateOf('failing') });
    expect((await fetch(`${origin}/health/ready`)).status).toBe(200);
    expect(await freeBytes()).toBe(64 * 1024);

    await truncate(filler, 0);
    await expect.poll(ready, { timeout: timeLimit(60) }).toEqual(isReady);
    expect((await upload()).status).toBe(200);
    const messages = logLines(program).map(({ msg }) => msg);
    expect(messages.filter((msg) => /health/.test(msg))).toEqual([
      'a health check fails',
      'a health check succeeds again',
    ]);
  });
});
