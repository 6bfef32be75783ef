import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import type { StoredUpload } from '../../graph/core/context.ts';
import type { ReceivedRecording, RecordingAccess } from '../../storage/recording-access.ts';
import { isDiskFull } from '../../storage/disk-full.ts';
import { RequestError } from '../middleware/error-response.ts';
import { chunksOf } from './body-chunks.ts';
import { type FileMap, placeFiles, readMap, readOperations } from './multipart-fields.ts';
import type { UploadReservation } from './upload-quota.ts';

export interface MultipartOptions {
  store: Pick<RecordingAccess, 'receive' | 'release'>;
  /** The caller, who owns the files. */
  identifier: string;
  /** Counts the request towards the limits of the caller, until it has been read. */
  reserve(identifier: string): Promise<UploadReservation>;
  /** Maximum total size of the files in a request, in bytes. */
  maxFileBytes: number;
  /** Maximum size of each of the fields `operations` and `map`, in bytes. */
  maxFieldBytes: number;
  /** Maximum time without new data, in milliseconds; 30 seconds by default. The total time is not limited. */
  idleMs?: number | undefined;
}

interface MultipartRequest {
  /** The operation. Its variables contain the names of the files. */
  operations: object;
  uploads: ReadonlyMap<string, StoredUpload>;
  /** Deletes the stored files that no tool call uses. Must be called after the response. */
  release(): Promise<void>;
}

/** Bytes that the boundaries and the headers of all parts may add to a request. */
const envelopeBytes = 64 * 1024;
const maxFiles = 10;
const defaultIdleMs = 30_000;

const multipartType = /^multipart\/form-data\b/i;

export const isMultipart = (request: Request) =>
  request.method === 'POST' && multipartType.test(request.headers.get('content-type') ?? '');

/** Whether a Node request can contain files, as only a multipart request to `/graphql` can. */
export const isUpload = ({ method, url, headers }: IncomingMessage) =>
  method === 'POST' && /^\/graphql(?:\?|$)/.test(url ?? '') && multipartType.test(headers['content-type'] ?? '');

/**
 * Reads a request that follows the GraphQL multipart request specification. Files are stored as they arrive; in the
 * variables, their names replace null.
 * @throws RequestError when the request is rejected; the files that were already stored are deleted first
 */
export async function readMultipart(request: Request, options: MultipartOptions): Promise<MultipartRequest> {
  const { store, identifier, maxFileBytes, maxFieldBytes } = options;
  const contentLength = Number(request.headers.get('content-length') ?? 0);
  const minFileBytes = contentLength - 2 * maxFieldBytes - envelopeBytes;
  if (minFileBytes > maxFileBytes) throw tooLarge(maxFileBytes);
  const parser = createParser(request, maxFieldBytes);
  const reservation = await options.reserve(identifier);
  const uploads = new Map<string, ReceivedRecording>();
  let isStored = false;
  const release = () => store.release(Array.from(uploads.values(), ({ key }) => key));
  try {
    reservation.reserveBytes(minFileBytes);
    const { operations, map } = await readParts(request, { ...options, parser, uploads, reservation });
    const missing = Object.keys(map).filter((name) => !uploads.has(name));
    if (missing.length > 0) throw malformed(`map names files that are missing: ${missing.join(', ')}`);
    const placed = placeFiles(operations, map);
    isStored = true;
    return { operations: placed, uploads, release };
  } catch (error) {
    await release();
    throw error;
  } finally {
    reservation.release(isStored);
  }
}

interface Fields {
  operations: object;
  map: FileMap;
}

async function readParts(
  request: Request,
  {
    store,
    identifier,
    maxFileBytes,
    maxFieldBytes,
    idleMs = defaultIdleMs,
    parser,
    uploads,
    reservation,
  }: MultipartOptions & {
    parser: ReturnType<typeof createParser>;
    uploads: Map<string, ReceivedRecording>;
    reservation: UploadReservation;
  },
): Promise<Fields> {
  const cancel = new AbortController();
  /** Makes the request fail with an error. Only the first call has an effect. */
  const fail = (error: unknown) => cancel.abort(error);
  const fields: Partial<Fields> = {};
  const storing: Promise<unknown>[] = [];
  let bytesLeft = maxFileBytes;

  parser.on('error', (error) => fail(asRejection(error)));
  parser.on('field', (name, value, _nameTruncated, truncated) => {
    try {
      if (truncated) throw malformed(`${name} must be at most ${maxFieldBytes} bytes`, 'REQUEST_ENTITY_TOO_LARGE');
      if (name === 'operations') fields.operations = readOperations(value);
      if (name === 'map') fields.map = readMap(value, maxFiles);
    } catch (error) {
      fail(error);
    }
  });
  parser.on('file', (name, file, fileName, _encoding, mediaType) => {
    // Ignore errors here: `bounded` reports those that occur while it reads the file. Without a listener, a later error
    // would crash the process.
    file.on('error', () => {});
    const isExpected = fields.operations && fields.map && Object.hasOwn(fields.map, name) && !uploads.has(name);
    if (!isExpected) {
      file.resume();
      fail(
        malformed(
          `the file ${JSON.stringify(name)} must not be repeated, and must follow operations and a map that names it`,
        ),
      );
      return;
    }
    try {
      reservation.reserveFile();
    } catch (error) {
      file.resume();
      return fail(error);
    }
    const stored = store
      .receive(bounded(file), { fileName, mediaType, owner: identifier })
      .then((upload) => void uploads.set(name, upload))
      .catch((error: unknown) => {
        file.resume();
        fail(isDiskFull(error) ? diskFull() : error);
      });
    storing.push(stored);
  });

  /** Yields the content of a file. Throws when the request fails, or when its files exceed the total limit. */
  async function* bounded(file: BusboyFileStream): AsyncGenerator<Uint8Array> {
    const stop = () => file.destroy(new Error('The request failed'));
    cancel.signal.addEventListener('abort', stop, { once: true });
    try {
      for await (const chunk of file) {
        bytesLeft -= chunk.length;
        if (bytesLeft < 0) throw tooLarge(maxFileBytes);
        reservation.reserveBytes(maxFileBytes - bytesLeft);
        yield chunk;
      }
      cancel.signal.throwIfAborted();
    } finally {
      cancel.signal.removeEventListener('abort', stop);
    }
  }

  try {
    const signal = AbortSignal.any([cancel.signal, request.signal]);
    const chunks = request.body ? chunksOf(request.body, { idleMs, signal }) : [];
    await pipeline(Readable.from(chunks), parser, { signal });
  } catch (error) {
    fail(asRejection(error));
  }
  await Promise.all(storing);
  cancel.signal.throwIfAborted();
  if (!fields.operations || !fields.map) throw malformed('the fields operations and map are required');
  return { operations: fields.operations, map: fields.map };
}

function createParser(request: Request, fieldSize: number) {
  try {
    return new Busboy({
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      limits: { fieldSize, fields: 10, files: maxFiles + 1, parts: maxFiles + 12 },
    });
  } catch (error) {
    throw asRejection(error);
  }
}

const asRejection = (error: unknown) =>
  error instanceof RequestError ? error : malformed('the request ended early or cannot be read');

const malformed = (message: string, code: RequestError['code'] = 'BAD_REQUEST') =>
  new RequestError({
    code,
    message: `A multipart request must follow the GraphQL multipart request specification: ${message}.`,
  });

const diskFull = () =>
  new RequestError({
    code: 'INSUFFICIENT_STORAGE',
    message: 'The server has no space for the files. Nothing was stored; try again later.',
    extensions: { isRetryable: true },
  });

const tooLarge = (maxBytes: number) =>
  new RequestError({
    code: 'REQUEST_ENTITY_TOO_LARGE',
    message: `The files of a request must not exceed ${maxBytes} bytes in total (MAX_RECORDING_BYTES).`,
  });
