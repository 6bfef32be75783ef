import { readdir, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { openRecordingStore } from '../../../src/infrastructure/storage/recording-store.ts';
import { createFolder } from '../../support/folder.ts';
import { useFreshResource } from '../../support/resource.ts';

describe('the store of recordings', () => {
  const folder = useFreshResource(createFolder);

  const openStore = () =>
    openRecordingStore(
      { folder: folder.file('recordings'), secret: 'secret', maxBytes: 1, retentionDays: 1 },
      { origin: 'http://localhost', now: () => new Date() },
    );

  const id = '3a5b4f0e-5c0d-4d4c-9f57-0e8f7a6f4b21';
  const key = `${id}.audio.mpeg`;

  it('finds, opens and deletes a recording by its key', async () => {
    const store = await openStore();
    await folder.write(`recordings/${key}`, 'content');

    expect(await store.find(key)).toEqual({ key, size: 7, mediaType: 'audio/mpeg' });
    const opened = await store.open(key);
    expect(opened && (await text(opened))).toBe('content');
    await store.delete(key);
    expect(await store.find(key)).toBe(undefined);
  });

  it.each([
    `../${key}`,
    `nested/${key}`,
    `${key}/../../secret`,
    `${id}/../../secret.a.b`,
    `${id}.audio/../../secret.b`,
    `x${key}`,
    key.slice(1),
    `${id.toUpperCase()}.audio.mpeg`,
    `${id}.partial`,
    `${id}.audio.`,
    `${id}.a1.mpeg`,
    `${id}.audio.-mpeg`,
    `${key}\n`,
    id,
    'secret',
  ])('takes no file for a recording whose name is not a key: %j', async (name) => {
    const store = await openStore();
    const path = await folder.write(`recordings/${name}`, 'content');

    expect([await store.find(name), await store.open(name)]).toEqual([undefined, undefined]);
    await store.delete(name);
    expect(await readFile(path, 'utf8')).toBe('content');
  });

  it.each([0, 1])('leaves no part of a recording whose content fails after %d chunks', async (chunks) => {
    const store = await openStore();
    const broken = () =>
      Readable.from(
        (async function* () {
          for (let sent = 0; sent < chunks; sent += 1) yield Buffer.alloc(100_000);
          throw new Error('the upload ended');
        })(),
      );
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => store.put(broken())));

    expect(results.map(({ status }) => status)).toEqual(results.map(() => 'rejected'));
    expect(await readdir(folder.file('recordings'))).toEqual([]);
  });
});
