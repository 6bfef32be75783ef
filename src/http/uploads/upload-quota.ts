import { rateLimited, RequestError } from '../middleware/error-response.ts';
import { formatRetryAfter } from '../../tools/rules/http.ts';

interface StoredFiles {
  files: number;
  bytes: number;
}

interface Usage {
  requests: number;
  /** Files that the requests in flight may still store. */
  reserved: StoredFiles;
  /** What this process has stored since it began to track the usage. */
  added: StoredFiles;
}

export type UploadReservation = Awaited<ReturnType<ReturnType<typeof createUploadQuota>['reserve']>>;

/** Limits of a caller's requests in flight: their number, and their bytes as a number of recordings of maximum size. */
const maxInFlight = 4;
const maxRecordingsInFlight = 2;
/** Requests with files that this process receives at the same time, each with buffers of about 300 KB. */
const maxInFlightInTotal = 100;
/** Bytes that this process receives at the same time, as a number of recordings of maximum size. */
const maxRecordingsInFlightInTotal = 8;

/** Limits of a caller's stored recordings: their number, and their bytes as a number of recordings of maximum size. */
const maxStoredFiles = 10_000;
const maxStoredRecordings = 10;

/** Estimated time until other requests in flight end. */
const retryAfterMs = 5_000;

/**
 * Limits the requests and bytes in flight in this process, per caller and in total, and the stored recordings of each
 * caller, including those that other processes stored.
 */
export function createUploadQuota(storedBy: (identifier: string) => Promise<StoredFiles>, maxRecordingBytes: number) {
  const maxBytesInFlight = maxRecordingsInFlight * maxRecordingBytes;
  const maxBytesInFlightInTotal = maxRecordingsInFlightInTotal * maxRecordingBytes;
  const maxStoredBytes = maxStoredRecordings * maxRecordingBytes;
  const usages = new Map<string, Usage>();
  let inFlight = 0;
  let bytesInFlight = 0;

  return {
    /** Must be called before the body is read. @throws RequestError if too many requests are in flight */
    async reserve(identifier: string) {
      const usage = usages.get(identifier) ?? { requests: 0, reserved: none, added: none };
      if (usage.requests >= maxInFlight)
        throw tooManyAtOnce(`A caller can send at most ${maxInFlight} requests with files at the same time.`);
      if (inFlight >= maxInFlightInTotal)
        throw overloaded(`At most ${maxInFlightInTotal} requests with files can arrive at once. Retry later.`);
      inFlight += 1;
      usage.requests += 1;
      usages.set(identifier, usage);
      /** What this request has reserved. */
      let own = none;

      /** Ends the request; call it once on every path. @param isStored false if no file was stored */
      function end({ isStored }: { isStored: boolean }): void {
        inFlight -= 1;
        bytesInFlight -= own.bytes;
        usage.requests -= 1;
        usage.reserved = minus(usage.reserved, own);
        if (isStored) usage.added = plus(usage.added, own);
        if (usage.requests === 0) usages.delete(identifier);
      }

      const addedAtStart = usage.added;
      const found = await storedBy(identifier).catch((error: unknown) => {
        end({ isStored: false });
        throw error;
      });
      return {
        end,
        /** Raises the reservation to the announced or received size of the request, unless it is already higher. */
        raise(total: StoredFiles): void {
          const highest = { files: Math.max(own.files, total.files), bytes: Math.max(own.bytes, total.bytes) };
          const more = minus(highest, own);
          if (more.files + more.bytes === 0) return;
          // Files that other requests stored while `storedBy` ran may be counted twice, but are never missed.
          const stored = plus(found, minus(usage.added, addedAtStart));
          const reserved = plus(usage.reserved, more);
          const storedAndReserved = plus(stored, reserved);
          if (storedAndReserved.files > maxStoredFiles)
            throw quotaExceeded(`A caller can store ${maxStoredFiles} recordings.`);
          if (storedAndReserved.bytes > maxStoredBytes)
            throw quotaExceeded(
              `The recordings of a caller can take at most ${maxStoredBytes} bytes; ${stored.bytes} are stored.`,
            );
          if (reserved.bytes > maxBytesInFlight)
            throw tooManyAtOnce(`A caller can send at most ${maxBytesInFlight} bytes of files at the same time.`);
          if (bytesInFlight + more.bytes > maxBytesInFlightInTotal)
            throw overloaded(`At most ${maxBytesInFlightInTotal} bytes of files can arrive at once. Retry later.`);
          bytesInFlight += more.bytes;
          usage.reserved = reserved;
          own = highest;
        },
      };
    },
  };
}

const none: StoredFiles = { files: 0, bytes: 0 };

const plus = (one: StoredFiles, other: StoredFiles): StoredFiles => ({
  files: one.files + other.files,
  bytes: one.bytes + other.bytes,
});

const minus = (one: StoredFiles, { files, bytes }: StoredFiles): StoredFiles =>
  plus(one, { files: -files, bytes: -bytes });

const tooManyAtOnce = (message: string) => rateLimited(message, retryAfterMs);

const overloaded = (message: string) =>
  new RequestError({
    code: 'OVERLOADED',
    message,
    headers: { 'retry-after': formatRetryAfter(retryAfterMs) },
    extensions: { isRetryable: true },
  });

const quotaExceeded = (message: string) =>
  new RequestError({ code: 'UPLOAD_QUOTA_EXCEEDED', message, extensions: { isRetryable: false } });
