import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileRecordingStore } from '../../src/storage/file-recording-store.ts';
import { createUrlSigner } from '../../src/storage/url-signer.ts';

describe('the store of recordings', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recordings-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it.each([0, 1])('leaves no part of a recording whose content fails after %d chunks', async (chunks) => {
    const origin = 'http://localhost';
    const signer = createUrlSigner({ origin, secret: 'secret', now: () => new Date(), lifetimeSeconds: 60 });
    const store = createFileRecordingStore({ folder, signer });
    const broken = () =>
      Readable.from(
        (async function* () {
          for (let sent = 0; sent < chunks; sent += 1) yield Buffer.alloc(100_000);
          throw new Error('the upload ended');
        })(),
      );
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => store.put(broken())));

    expect(results.map(({ status }) => status)).toEqual(results.map(() => 'rejected'));
    expect(await readdir(folder)).toEqual([]);
  });
});
