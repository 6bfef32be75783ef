import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeNewDatabase, readEmptyArchive } from '../../../../src/platform/database/embedded/new-database.ts';

describe('makeNewDatabase', () => {
  let dataDir: string;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'folder-'));
    await mkdir(join(dataDir, 'database'));
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  it('leaves no database behind when it fails midway, and succeeds on the next attempt', async () => {
    const truncated = async () => (await readEmptyArchive()).subarray(0, 1_000_000);
    await expect(makeNewDatabase(dataDir, truncated)).rejects.toThrow('unexpected end of file');
    expect((await readdir(join(dataDir, 'database.new'))).length).toBeGreaterThan(0);
    expect(await readdir(join(dataDir, 'database'))).toEqual([]);

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
});
