import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  checkSharedFolder,
  releaseSharedFolder,
} from '../../../../../../src/platform/services/conversation/processing/recordings/shared-folder.ts';
import { describeEmbedded } from '../../../../../support/database/suite-database.ts';

describeEmbedded('the shared recording folder', ({ db }) => {
  let folder: string;
  const check = (node: string) => checkSharedFolder(db, join(folder, node, 'recordings'));
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shared-'));
    await releaseSharedFolder(db);
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is accepted repeatedly', async () => {
    await check('one');
    await check('one');
    expect(await readdir(join(folder, 'one'))).toEqual(['recordings.marker']);
  });

  it('is created by one of several nodes that start concurrently', async () => {
    await Promise.all([check('one'), check('one'), check('one')]);
    expect(await check('one')).toBeUndefined();
  });

  it('is rejected when it differs from that of earlier nodes, and nothing is written', async () => {
    await check('one');
    await expect(check('two')).rejects.toThrow(
      `${join(folder, 'two', 'recordings')} is not the folder in which the other nodes on this database store recordings. ` +
        'Set DATA_DIR to a folder that all nodes share. ' +
        'If the shared folder is lost, run npm run cli -- recordings release, then start again.',
    );
    expect(await readdir(folder)).toEqual(['one']);
  });

  it('is rejected when it belongs to another database', async () => {
    await check('one');
    await releaseSharedFolder(db);
    await check('two');
    await expect(check('one')).rejects.toThrow('is not the folder');
  });

  it('can be chosen again after a release', async () => {
    await check('one');
    expect(await releaseSharedFolder(db)).toEqual({ wasSet: true });
    expect(await releaseSharedFolder(db)).toEqual({ wasSet: false });
    await check('two');
    await check('two');
  });

  it('is recognised by a database that was restored without its row', async () => {
    await check('one');
    await releaseSharedFolder(db);
    await check('one');
    expect(await check('one')).toBeUndefined();
  });
});
