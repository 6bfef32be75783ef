import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeNewDatabase, readEmptyArchive } from '../../../../src/platform/database/embedded/new-database.ts';

describe('makeNewDatabase', () => {
  let dataDir: string;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'folder-'));
    await mkdir(join(dataDir, 'database'), { mode: 0o700 });
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  it('leaves no database behind when it fails midway, and succeeds on the next attempt', async () => {
    const truncated = async () => (await readEmptyArchive()).subarray(0, 1_000_000);
    await expect(makeNewDatabase(dataDir, truncated)).rejects.toThrow('unexpected end of file');
    expect(await readdir(join(dataDir, 'database'))).toEqual(['unfinished']);
    expect(await readdir(join(dataDir, 'database', 'unfinished'))).toEqual(['pg_wal']);

    await makeNewDatabase(dataDir);
    expect(await readdir(dataDir)).toEqual(['database']);
    expect(await readdir(join(dataDir, 'database'))).toContain('PG_VERSION');
    const modes = ['', 'base', 'PG_VERSION'].map(async (name) => (await stat(join(dataDir, 'database', name))).mode);
    expect((await Promise.all(modes)).map((mode) => mode & 0o777)).toEqual([0o700, 0o700, 0o600]);
  });

  it('does not touch a folder that contains files', async () => {
    await writeFile(join(dataDir, 'database', 'PG_VERSION'), '18');
    await makeNewDatabase(dataDir);

    expect(await readdir(dataDir)).toEqual(['database']);
    expect(await readdir(join(dataDir, 'database'))).toEqual(['PG_VERSION']);
  });

  it('begins anew after a process was killed while it moved the files', async () => {
    await mkdir(join(dataDir, 'database', 'unfinished', 'pg_wal'), { recursive: true });
    await mkdir(join(dataDir, 'database', 'base', '1'), { recursive: true });
    await writeFile(join(dataDir, 'database', 'base', '1', 'stray'), '');
    await makeNewDatabase(dataDir);

    const entries = await readdir(join(dataDir, 'database'));
    expect([entries.includes('PG_VERSION'), entries.includes('unfinished')]).toEqual([true, false]);
    expect(await readdir(join(dataDir, 'database', 'base', '1'))).not.toContain('stray');
  });

  it('removes what a process left that was killed after it had completed the database', async () => {
    await mkdir(join(dataDir, 'database', 'unfinished'));
    await writeFile(join(dataDir, 'database', 'PG_VERSION'), '18');
    await makeNewDatabase(dataDir);

    expect(await readdir(join(dataDir, 'database'))).toEqual(['PG_VERSION']);
  });

  it('accepts the root of a new volume, and does not replace it', async () => {
    await mkdir(join(dataDir, 'database', 'lost+found'));
    const { ino } = await stat(join(dataDir, 'database'));
    await makeNewDatabase(dataDir);

    expect(await readdir(join(dataDir, 'database'))).toEqual(expect.arrayContaining(['PG_VERSION', 'lost+found']));
    expect((await stat(join(dataDir, 'database'))).ino).toBe(ino);
  });

  it('rejects a folder with files but without a database', async () => {
    await writeFile(join(dataDir, 'database', 'notes.txt'), 'mine');
    await expect(makeNewDatabase(dataDir)).rejects.toThrow('database contains files, but no database');

    expect(await readdir(join(dataDir, 'database'))).toEqual(['notes.txt']);
  });
});
