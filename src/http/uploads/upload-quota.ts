import { RequestError } from '../middleware/error-response.ts';

/** A number of files and their total size. */
export interface FileTotal {
  files: number;
  bytes: number;
}

export interface UploadLimits {
  /** Maximum of the recordings of a caller that are stored. */
  stored: FileTotal;
  /** Maximum size of the requests of a caller that arrive at the same time, in bytes. */
  maxBytesInFlight: number;
}

/** A place for one request with files. It must be released on every path. */
export interface UploadPlace {
  /**
   * Makes room for a request of this size, as announced or received so far.
   * @throws RequestError if the caller has no room for it
   */
  makeRoom(bytes: number): void;
  /** Counts a file that begins. @throws RequestError if the caller may store no further file */
  addFile(): void;
  /** @param isStored whether all files of the request were stored; otherwise, none was */
  release(isStored: boolean): void;
}

/** What a caller is sending to this process, and has stored. */
interface Usage extends FileTotal {
  requests: number;
  stored: FileTotal;
  /** What was stored since the usage is tracked. */
  added: FileTotal;
}

/** Maximum number of requests with files that a caller can send at the same time. */
const maxInFlight = 4;

/** When to retry after a rejection because of other requests in flight; nobody knows when they will end. */
const retryAfterSeconds = 5;

/**
 * Limits the uploads of each caller: those that this process receives at the same time, and the recordings that are
 * stored, by any process with the same folder.
 * @param storedBy counts the stored recordings of a caller
 */
export function createUploadQuota(storedBy: (identifier: string) => Promise<FileTotal>, limits: UploadLimits) {
  const usages = new Map<string, Usage>();

  /** Reads what is stored. What other requests store in the meantime may be counted twice, but is never missed. */
  async function readStored(identifier: string, usage: Usage): Promise<void> {
    const { files, bytes } = usage.added;
    const found = await storedBy(identifier);
    usage.stored = {
      files: found.files + usage.added.files - files,
      bytes: found.bytes + usage.added.bytes - bytes,
    };
  }

  return {
    /**
     * Takes a place before the body of a request is read.
     * @throws RequestError if the caller has no place left
     */
    async takePlace(identifier: string): Promise<UploadPlace> {
      const usage = usages.get(identifier) ?? newUsage();
      if (usage.requests >= maxInFlight)
        throw rateLimited(`A caller can send ${maxInFlight} requests with files at the same time.`);
      usage.requests += 1;
      usages.set(identifier, usage);
      const room: FileTotal = { files: 0, bytes: 0 };
      let isReleased = false;
      const place: UploadPlace = {
        makeRoom(bytes) {
          const more = bytes - room.bytes;
          if (more <= 0) return;
          if (usage.stored.bytes + usage.bytes + more > limits.stored.bytes) throw noBytesLeft(usage, limits);
          if (usage.bytes + more > limits.maxBytesInFlight)
            throw rateLimited(`A caller can send ${limits.maxBytesInFlight} bytes of files at the same time.`);
          usage.bytes += more;
          room.bytes += more;
        },
        addFile() {
          if (usage.stored.files + usage.files >= limits.stored.files) throw noFilesLeft(limits);
          usage.files += 1;
          room.files += 1;
        },
        release(isStored) {
          if (isReleased) return;
          isReleased = true;
          usage.requests -= 1;
          usage.files -= room.files;
          usage.bytes -= room.bytes;
          if (isStored) {
            for (const total of [usage.stored, usage.added]) {
              total.files += room.files;
              total.bytes += room.bytes;
            }
          }
          if (usage.requests === 0) usages.delete(identifier);
        },
      };
      try {
        await readStored(identifier, usage);
      } catch (error) {
        place.release(false);
        throw error;
      }
      return place;
    },
  };
}

export type UploadQuota = ReturnType<typeof createUploadQuota>;

const newUsage = (): Usage => ({
  requests: 0,
  files: 0,
  bytes: 0,
  stored: { files: 0, bytes: 0 },
  added: { files: 0, bytes: 0 },
});

const rateLimited = (message: string) =>
  new RequestError({
    code: 'RATE_LIMITED',
    message,
    headers: { 'retry-after': String(retryAfterSeconds) },
    extensions: { isRetryable: true, retryAt: new Date(Date.now() + retryAfterSeconds * 1000).toISOString() },
  });

const quotaExceeded = (message: string) =>
  new RequestError({ code: 'UPLOAD_QUOTA_EXCEEDED', message, extensions: { isRetryable: false } });

const noBytesLeft = ({ stored }: Usage, limits: UploadLimits) =>
  quotaExceeded(
    `The recordings of a caller can take ${limits.stored.bytes} bytes (UPLOAD_QUOTA_BYTES); ${stored.bytes} are stored.`,
  );

const noFilesLeft = (limits: UploadLimits) =>
  quotaExceeded(`A caller can store ${limits.stored.files} recordings (UPLOAD_QUOTA_FILES).`);
