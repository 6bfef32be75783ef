import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeDataFolder } from '../../../../src/platform/database/embedded/data-folder.ts';

describe('the data folder', () => {
  let outer: string;
  let dataDir: string;

  beforeEach(async () => {
    outer = await mkdtemp(join(tmpdir(), 'folder-'));
    dataDir = join(outer, 'data');
  });
  afterEach(() => rm(outer, { recursive: true }));

  const modes = async () =>
    Promise.all([dataDir, join(dataDir, 'database')].map(async (path) => (await stat(path)).mode & 0o777));
  const makeOpen = async () => {
    await mkdir(join(dataDir, 'database'), { recursive: true });
    await chmod(join(dataDir, 'database'), 0o755);
    await chmod(dataDir, 0o755);
  };

  it('is created for its owner only', async () => {
    await makeDataFolder(dataDir);

    expect(await modes()).toEqual([0o700, 0o700]);
  });

  it.each(['vault-keys', 'webhook-receiver.json'])('is restricted to its owner beside our file %s', async (file) => {
    await makeOpen();
    await writeFile(join(dataDir, file), '');
    await makeDataFolder(dataDir);

    expect(await modes()).toEqual([0o700, 0o700]);
  });

  it('is not restricted when it contains other files, but its database is', async () => {
    await makeOpen();
    await writeFile(join(dataDir, 'notes.txt'), '');
    await makeDataFolder(dataDir);

    expect(await modes()).toEqual([0o755, 0o700]);
  });
});
