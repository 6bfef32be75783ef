import { rateLimited, RequestError } from '../middleware/error-response.ts';

export interface FileTotal {
  files: number;
  bytes: number;
}

/** What one request occupies of the limits of its caller. It must be released on every path. */
export interface UploadReservation {
  /**
   * Reserves the size of the request, as announced or received so far. Only the highest size counts.
   * @throws RequestError if it exceeds a limit of the caller
   */
  reserveBytes(bytes: number): void;
  /** Reserves one more file. @throws RequestError if the caller may store no further file */
  reserveFile(): void;
  /** @param isStored whether all files of the request were stored; if false, none were */
  release(isStored: boolean): void;
}

interface Usage extends FileTotal {
  requests: number;
  stored: FileTotal;
  /** What this process has stored since it began to track the usage. */
  added: FileTotal;
}

/** Requests with files, and recordings of maximum size, that a caller can send at the same time. */
const maxInFlight = 4;
const maxRecordingsInFlight = 2;

/** Recordings, and recordings of maximum size, that a caller can store. */
const maxStoredFiles = 10_000;
const maxStoredRecordings = 10;

/** A guess of when other requests in flight end. */
const retryAfterMs = 5_000;

/** Limits requests to this process, and recordings that any process stores in the same folder. */
export function createUploadQuota(storedBy: (identifier: string) => Promise<FileTotal>, maxRecordingBytes: number) {
  const maxBytesInFlight = maxRecordingsInFlight * maxRecordingBytes;
  const maxStoredBytes = maxStoredRecordings * maxRecordingBytes;
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
    /** Must be called before the body is read. @throws RequestError if the caller already sends too many requests */
    async reserve(identifier: string): Promise<UploadReservation> {
      const usage = usages.get(identifier) ?? newUsage();
      if (usage.requests >= maxInFlight)
        throw tooManyAtOnce(`A caller can send ${maxInFlight} requests with files at the same time.`);
      usage.requests += 1;
      usages.set(identifier, usage);
      const reserved: FileTotal = { files: 0, bytes: 0 };
      let isReleased = false;
      const reservation: UploadReservation = {
        reserveBytes(bytes) {
          const more = bytes - reserved.bytes;
          if (more <= 0) return;
          if (usage.stored.bytes + usage.bytes + more > maxStoredBytes) throw noBytesLeft(usage, maxStoredBytes);
          if (usage.bytes + more > maxBytesInFlight)
            throw tooManyAtOnce(`A caller can send ${maxBytesInFlight} bytes of files at the same time.`);
          usage.bytes += more;
          reserved.bytes += more;
        },
        reserveFile() {
          if (usage.stored.files + usage.files >= maxStoredFiles)
            throw quotaExceeded(`A caller can store ${maxStoredFiles} recordings.`);
          usage.files += 1;
          reserved.files += 1;
        },
        release(isStored) {
          if (isReleased) return;
          isReleased = true;
          usage.requests -= 1;
          usage.files -= reserved.files;
          usage.bytes -= reserved.bytes;
          if (isStored) {
            for (const total of [usage.stored, usage.added]) {
              total.files += reserved.files;
              total.bytes += reserved.bytes;
            }
          }
          if (usage.requests === 0) usages.delete(identifier);
        },
      };
      try {
        await readStored(identifier, usage);
      } catch (error) {
        reservation.release(false);
        throw error;
      }
      return reservation;
    },
  };
}

const newUsage = (): Usage => ({
  requests: 0,
  files: 0,
  bytes: 0,
  stored: { files: 0, bytes: 0 },
  added: { files: 0, bytes: 0 },
});

const tooManyAtOnce = (message: string) => rateLimited(message, retryAfterMs);

const quotaExceeded = (message: string) =>
  new RequestError({ code: 'UPLOAD_QUOTA_EXCEEDED', message, extensions: { isRetryable: false } });

const noBytesLeft = ({ stored }: Usage, maxStoredBytes: number) =>
  quotaExceeded(`The recordings of a caller can take ${maxStoredBytes} bytes; ${stored.bytes} are stored.`);
