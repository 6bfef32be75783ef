import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { ReadableStream } from 'node:stream/web';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import type { StoredUpload } from '../../graph/core/context.ts';
import type { ReceivedRecording, RecordingAccess } from '../../infrastructure/storage/recording-store.ts';
import { decodeUtf8, requirePlainText } from '../../tools/rules/http.ts';
import { isDiskFull } from '../../infrastructure/storage/disk-full.ts';
import { RequestError } from '../middleware/error-response.ts';
import { type FileMap, placeFiles, readMap, readOperations } from './multipart-fields.ts';
import type { UploadReservation } from './upload-quota.ts';

export interface MultipartOptions {
  store: Pick<RecordingAccess, 'receive' | 'release'>;
  identifier: string;
  /** Reserves a place, which counts towards the caller's limits until the request has been read. */
  reserve(identifier: string): Promise<UploadReservation>;
  /** Maximum total size of the files in a request, in bytes. */
  maxFileBytes: number;
  maxFieldBytes: number;
}

interface MultipartRequest {
  operations: object;
  uploads: ReadonlyMap<string, StoredUpload>;
  /** Deletes the stored files that no tool call uses. Must be called when the operation has ended. */
  release(): Promise<void>;
}

/** Bytes that the boundaries and the headers of all parts may add to a request. */
const envelopeBytes = 64 * 1024;
const maxFiles = 10;
/** The files, the fields `operations` and `map`, and ten parts that are ignored. */
const maxParts = maxFiles + 2 + 10;
/** How long a request can send nothing. The total time is not limited. */
const idleMs = 30_000;

const multipartType = /^multipart\/form-data\b/i;

export const isMultipart = (request: Request) =>
  request.method === 'POST' && multipartType.test(request.headers.get('content-type') ?? '');

/** Whether a Node request can contain files, as only a multipart request to `/graphql` can. */
export const isUpload = ({ method, url, headers }: IncomingMessage) =>
  method === 'POST' && /^\/graphql(?:\?|$)/.test(url ?? '') && multipartType.test(headers['content-type'] ?? '');

/** Replaces null with part names in the variables. @throws RequestError, BodyError; files stored so far are deleted */
export async function readMultipart(request: Request, options: MultipartOptions): Promise<MultipartRequest> {
  const { store, identifier, maxFileBytes, maxFieldBytes } = options;
  const contentLength = Number(request.headers.get('content-length') ?? 0);
  // The size of the files if the fields `operations` and `map` have their maximum size.
  const minFileBytes = contentLength - 2 * maxFieldBytes - envelopeBytes;
  if (minFileBytes > maxFileBytes) throw tooLarge(maxFileBytes);
  const parser = createParser(request);
  const reservation = await options.reserve(identifier);
  const uploads = new Map<string, ReceivedRecording>();
  let isStored = false;
  const release = () => store.release(Array.from(uploads.values(), ({ key }) => key));
  try {
    reservation.raise({ files: 0, bytes: minFileBytes });
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
    reservation.end({ isStored });
  }
}

interface Fields {
  operations: object;
  map: FileMap;
}

interface FilePart {
  name: string;
  fileName: string;
  mediaType: string;
}

async function readParts(
  request: Request,
  {
    store,
    identifier,
    maxFileBytes,
    maxFieldBytes,
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
  const fail = (error: unknown) => cancel.abort(error);
  const fields: Partial<Fields> = {};
  const names = new Set<string>();
  let received = 0;
  /** Resolves when the earlier parts have been read: a file can only be checked against the fields before it. */
  let reading = Promise.resolve();

  parser.on('error', (error) => fail(asRejection(error)));
  parser.on('file', (name, part, fileName, _encoding, mediaType) => {
    // `bounded` reports errors while it reads the part. Without this listener, a later error would crash the process.
    part.on('error', () => {});
    const read = async () => {
      if (names.has(name)) throw malformed(`the part ${JSON.stringify(name)} must not be repeated`);
      names.add(name);
      // The parser's default rule, which `isPartAFile` replaces.
      const isField = fileName === undefined && mediaType !== 'application/octet-stream';
      await (isField ? readField(name, part) : storeFile(part, { name, fileName, mediaType }));
    };
    reading = reading.then(read).catch((error: unknown) => {
      part.resume();
      fail(isDiskFull(error) ? diskFull() : error);
    });
  });

  async function readField(name: string, part: BusboyFileStream): Promise<void> {
    let left = maxFieldBytes;
    const count = (bytes: number) => {
      left -= bytes;
      if (left < 0) throw malformed(`${name} must be at most ${maxFieldBytes} bytes`, 'REQUEST_ENTITY_TOO_LARGE');
    };
    const bytes = await buffer(bounded(part, count));
    if (name === 'operations') fields.operations = readOperations(decodeUtf8(bytes));
    if (name === 'map') fields.map = readMap(decodeUtf8(bytes), maxFiles);
  }

  async function storeFile(part: BusboyFileStream, { name, ...hints }: FilePart): Promise<void> {
    const isExpected = fields.operations && fields.map && Object.hasOwn(fields.map, name);
    if (!isExpected) throw malformed(`the file ${JSON.stringify(name)} must follow operations and a map that names it`);
    const files = uploads.size + 1;
    const count = (bytes: number) => {
      received += bytes;
      if (received > maxFileBytes) throw tooLarge(maxFileBytes);
      reservation.raise({ files, bytes: received });
    };
    count(0);
    uploads.set(name, await store.receive(bounded(part, count), { ...hints, owner: identifier }));
  }

  async function* bounded(part: BusboyFileStream, count: (bytes: number) => void): AsyncGenerator<Uint8Array> {
    cancel.signal.throwIfAborted();
    const stop = () => part.destroy(new Error('The request failed'));
    cancel.signal.addEventListener('abort', stop, { once: true });
    try {
      for await (const chunk of part) {
        count(chunk.length);
        yield chunk;
      }
      cancel.signal.throwIfAborted();
    } finally {
      cancel.signal.removeEventListener('abort', stop);
    }
  }

  async function* limitIdleTime(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const startTimer = () => setTimeout(() => fail(stalled()), idleMs);
    let timer = startTimer();
    try {
      for await (const chunk of chunks) {
        // The time in which this server stores the chunk does not count.
        clearTimeout(timer);
        yield chunk;
        timer = startTimer();
      }
    } finally {
      clearTimeout(timer);
    }
  }

  try {
    const signal = AbortSignal.any([cancel.signal, request.signal]);
    // `unknown` hides that there are two declarations of `ReadableStream`, which is one class at run time.
    const body: unknown = request.body;
    const chunks = body instanceof ReadableStream ? Readable.fromWeb(body) : Readable.from([]);
    await pipeline(chunks, limitIdleTime, parser, { signal });
  } catch (error) {
    fail(asRejection(error));
  }
  await reading;
  cancel.signal.throwIfAborted();
  if (!fields.operations || !fields.map) throw malformed('the fields operations and map are required');
  return { operations: fields.operations, map: fields.map };
}

function createParser(request: Request) {
  requirePlainText(request.headers);
  try {
    return new Busboy({
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      limits: { parts: maxParts },
      // Read fields like files: in fields, the parser would replace bytes that are invalid in UTF-8.
      isPartAFile: () => true,
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

const stalled = () =>
  new RequestError({
    code: 'REQUEST_TIMEOUT',
    message: `The upload stopped: nothing of the request arrived for ${idleMs / 1000} seconds.`,
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
