import { randomBytes, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { freeBytesFor } from './disk-full.ts';
import { headBytes, mediaTypeOf, type RecordingHints, recordingIssue } from './media-type.ts';
import { hasCode, makeFolder, readOrMake } from './owner-file.ts';
import { createUrlSigner, type SignedAddress } from './url-signer.ts';

export interface RecordingSettings {
  /** Folder of the recordings; `memory` for a temporary folder. */
  folder: string;
  maxBytes: number;
  /** How long a recording remains stored after its processing failed. */
  retentionDays: number;
  /** Secret that signs the addresses of recordings; by default, generated and stored in a file next to the folder. */
  secret?: string | undefined;
  /** Whether other nodes can use the same database and therefore must use the same folder. */
  isShared?: boolean;
}

export interface StoredRecording {
  /** Contains only characters that need no escaping in a URL. */
  key: string;
  /** Size in bytes. */
  size: number;
  mediaType: string;
}

export interface ReceivedRecording {
  key: string;
  /** Signed address, valid for a limited time. */
  url: string;
  /** Why the file cannot be a recording, as a predicate such as `is an empty file`; otherwise undefined. */
  fault: string | undefined;
}

/** Both positions are inclusive. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * A key consists of an id and the media type, such as `0b6f….audio.mpeg`. If a recording has an owner, the id consists
 * of the owner's tag, a hyphen and a random part. Otherwise, the id is a UUID, whose ninth character is a hyphen.
 */
const keyPattern = /^[0-9a-f-]{36}\.([a-z]+)\.([a-z0-9][a-z0-9.+-]*)$/;
const partialSuffix = '.partial';
/** A partial file that has not changed for this time is abandoned: its upload has ended without cleaning up. */
const partialIdleMs = 10 * 60_000;
const secretBytes = 32;

/** Lifetime of signed URLs: long enough to fetch a recording that has waited in a long processing queue. */
const urlLifetimeSeconds = 6 * 3600;

export type RecordingStore = Awaited<ReturnType<typeof openRecordingStore>>;

export type RecordingAccess = Pick<RecordingStore, 'receive' | 'storedBy' | 'freeBytes' | 'findSigned' | 'open'> & {
  /** Deletes those uploaded files of a finished request that nothing uses. */
  release(keys: readonly string[]): Promise<void>;
};

/** Stores files in one folder, which programs on the same database must share. Incomplete files end in `.partial`. */
export async function openRecordingStore(
  settings: RecordingSettings,
  { origin, now }: { origin: string; now: () => Date },
) {
  const isTemporary = settings.folder === 'memory';
  const folder = isTemporary ? await mkdtemp(join(tmpdir(), 'recordings-')) : settings.folder;
  const secret = settings.secret ?? (isTemporary ? randomBytes(secretBytes) : await secretIn(`${folder}.secret`));
  const signer = createUrlSigner({ origin, secret, now, lifetimeSeconds: urlLifetimeSeconds });
  const pathOf = (key: string) => join(folder, key);
  const names = async () => (await readdir(folder).catch(undefinedIfMissing)) ?? [];

  async function find(key: string): Promise<StoredRecording | undefined> {
    const [, type, subtype] = keyPattern.exec(key) ?? [];
    if (type === undefined || subtype === undefined) return undefined;
    const file = await stat(pathOf(key)).catch(undefinedIfMissing);
    return file && { key, size: file.size, mediaType: `${type}/${subtype}` };
  }

  /** Stores the whole content or nothing, even if this program ends early. `storedBy` counts recordings by `owner`. */
  async function put(
    content: AsyncIterable<Uint8Array>,
    { owner, ...hints }: RecordingHints & { owner?: string } = {},
  ): Promise<StoredRecording> {
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
      // The stream may still be opening the file, and would create the file again after its deletion.
      await closed.promise;
      await rm(partial, { force: true });
      throw error;
    }
  }

  return {
    find,
    put,
    urlLifetimeSeconds,
    async receive(...upload: Parameters<typeof put>): Promise<ReceivedRecording> {
      const stored = await put(...upload);
      return { key: stored.key, url: signer.sign(stored.key), fault: recordingIssue(stored) };
    },
    async storedBy(owner: string): Promise<{ files: number; bytes: number }> {
      const prefix = `${signer.tagOf(owner)}-`;
      const total = { files: 0, bytes: 0 };
      for (const name of await names()) {
        const recording = name.startsWith(prefix) ? await find(name) : undefined;
        if (!recording) continue;
        total.files += 1;
        total.bytes += recording.size;
      }
      return total;
    },
    async findSigned(address: SignedAddress): Promise<StoredRecording | 'forged' | 'expired' | 'missing'> {
      const validity = signer.check(address);
      return validity === 'valid' ? ((await find(address.key)) ?? 'missing') : validity;
    },
    async open(key: string, range?: ByteRange) {
      const found = await find(key);
      return found && createReadStream(pathOf(key), range && { start: range.first, end: range.last });
    },
    async delete(key: string): Promise<void> {
      if (keyPattern.test(key)) await rm(pathOf(key), { force: true });
    },
    /** Yields the keys of recordings from before a time. Also deletes abandoned partial files. */
    async *storedBefore(time: Date): AsyncGenerator<string> {
      for (const name of await names()) {
        const file = await stat(pathOf(name)).catch(undefinedIfMissing);
        if (!file) continue;
        const isAbandoned = name.endsWith(partialSuffix) && file.mtimeMs < Date.now() - partialIdleMs;
        if (isAbandoned) await rm(pathOf(name), { force: true });
        else if (file.mtime < time && keyPattern.test(name)) yield name;
      }
    },
    freeBytes: () => freeBytesFor(folder),
    signedUrl: (key: string) => signer.sign(key),
    /** Returns the key in an address that this store signed, even if it has expired. */
    keyOf(url: string): string | undefined {
      const address = signer.read(url);
      return address && signer.check(address) !== 'forged' ? address.key : undefined;
    },
    async close(): Promise<void> {
      if (isTemporary) await rm(folder, { recursive: true, force: true });
    },
  };
}

async function secretIn(file: string): Promise<Buffer> {
  const secret = await readOrMake(file, () => randomBytes(secretBytes));
  if (secret.length !== secretBytes) throw new Error(`${file} must contain a secret of ${secretBytes} bytes`);
  return secret;
}

/** Creates a random id that begins with a tag and is as long as a UUID. */
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

function undefinedIfMissing(error: unknown): undefined {
  if (!hasCode(error, 'ENOENT')) throw error;
}
