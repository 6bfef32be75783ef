import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { freeBytesFor } from './disk-full.ts';
import { makeFolder } from './owner-file.ts';
import { headBytes, mediaTypeOf } from './media-type.ts';
import type { RecordingStore, StoredRecording } from './recording-store.ts';
import type { UrlSigner } from './url-signer.ts';

/**
 * A key consists of an id and the media type, such as `0b6f….audio.mpeg`. The id of a recording with an owner begins with
 * the tag of the owner, a hyphen and a random part. Any other id is a UUID, whose ninth character is a hyphen.
 */
const keyPattern = /^[0-9a-f-]{36}\.([a-z]+)\.([a-z0-9][a-z0-9.+-]*)$/;
const partialSuffix = '.partial';
const partialIdleMs = 10 * 60_000;

/** Stores recordings as files in one folder. The name of an incomplete file ends in `.partial`. */
export function createFileRecordingStore({ folder, signer }: { folder: string; signer: UrlSigner }): RecordingStore {
  const pathOf = (key: string) => join(folder, key);

  async function find(key: string): Promise<StoredRecording | undefined> {
    const [, type, subtype] = keyPattern.exec(key) ?? [];
    if (type === undefined || subtype === undefined) return undefined;
    const file = await stat(pathOf(key)).catch(unlessMissing);
    return file && { key, size: file.size, mediaType: `${type}/${subtype}` };
  }

  return {
    find,
    async put(content, { owner, ...hints } = {}) {
      await makeFolder(folder);
      const id = owner === undefined ? randomUUID() : idWith(signer.tagOf(owner));
      const partial = pathOf(`${id}${partialSuffix}`);
      const file = createWriteStream(partial, { flags: 'wx', flush: true });
      const closed = Promise.withResolvers<void>();
      file.once('close', closed.resolve);
      try {
        await pipeline(content, file);
        const mediaType = await mediaTypeOf(await headOf(partial), hints);
        const key = `${id}.${mediaType.replace('/', '.')}`;
        await rename(partial, pathOf(key));
        const { size } = await stat(pathOf(key));
        return { key, size, mediaType };
      } catch (error) {
        // The stream may still be opening the file, which would create it after its deletion.
        await closed.promise;
        await rm(partial, { force: true });
        throw error;
      }
    },
    async storedBy(owner) {
      const prefix = `${signer.tagOf(owner)}-`;
      const total = { files: 0, bytes: 0 };
      for (const name of (await readdir(folder).catch(unlessMissing)) ?? []) {
        const recording = name.startsWith(prefix) ? await find(name) : undefined;
        if (!recording) continue;
        total.files += 1;
        total.bytes += recording.size;
      }
      return total;
    },
    async open(key, range) {
      const found = await find(key);
      if (!found) return undefined;
      const content = createReadStream(pathOf(key), range && { start: range.first, end: range.last });
      return { ...found, content };
    },
    delete: async (key) => {
      if (keyPattern.test(key)) await rm(pathOf(key), { force: true });
    },
    async *storedBefore(time) {
      for (const name of (await readdir(folder).catch(unlessMissing)) ?? []) {
        const file = await stat(pathOf(name)).catch(unlessMissing);
        if (!file) continue;
        // Delete a partial file only if it has not changed for a while: otherwise, its upload may still be in progress.
        const isAbandoned = name.endsWith(partialSuffix) && file.mtimeMs < Date.now() - partialIdleMs;
        if (isAbandoned) await rm(pathOf(name), { force: true });
        else if (file.mtime < time && keyPattern.test(name)) yield name;
      }
    },
    freeBytes: () => freeBytesFor(folder),
    signedUrl: (key) => signer.sign(key),
    keyOf(url) {
      const address = signer.read(url);
      return address && signer.check(address) !== 'forged' ? address.key : undefined;
    },
  };
}

/** Creates a random id of the length of a UUID that begins with a tag. */
const idWith = (tag: string) => `${tag}-${randomUUID().replaceAll('-', '')}`.slice(0, 36);

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
