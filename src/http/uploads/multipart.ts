import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import type { StoredUpload } from '../../graph/core/context.ts';
import { type FileMap, placeFiles, readMap, readOperations } from './multipart-fields.ts';
import { RequestError } from '../middleware/request-error.ts';

/** Where the files of requests are stored. */
export interface UploadStore {
  receive(content: AsyncIterable<Uint8Array>, hints: FileHints): Promise<ReceivedFile>;
  /** Deletes those of the received files that nothing was made of. */
  release(keys: readonly string[]): Promise<void>;
}

export interface ReceivedFile {
  key: string;
  /** Where the conversation service fetches it from. */
  url: string;
  /** Why it cannot be a recording; undefined when it can. */
  fault: string | undefined;
}

interface FileHints {
  fileName?: string | undefined;
  mediaType?: string | undefined;
}

export interface MultipartOptions {
  store: UploadStore;
  /** The files of a request together may have so many bytes. */
  maxFileBytes: number;
  /** The fields `operations` and `map` may each have so many. */
  maxFieldBytes: number;
  /** How long nothing may arrive, in milliseconds; 30 seconds by default. There is no limit to the whole. */
  idleMs?: number | undefined;
}

/** A multipart request, taken apart. */
interface MultipartRequest {
  /** The operation, with the names of files in its variables. */
  operations: object;
  uploads: ReadonlyMap<string, StoredUpload>;
  /** To be called when the operation has been answered. */
  release(): Promise<void>;
}

/** Boundaries and headers of the parts, beside their content. */
const envelopeBytes = 64 * 1024;
const mostFiles = 10;
const defaultIdleMs = 30_000;

const multipartType = /^multipart\/form-data\b/i;

export const isMultipart = (request: Request) =>
  request.method === 'POST' && multipartType.test(request.headers.get('content-type') ?? '');

/** Whether a request at the socket may carry files, which may take as long as they keep arriving. */
export const isUpload = ({ method, url, headers }: IncomingMessage) =>
  method === 'POST' && /^\/graphql(?:\?|$)/.test(url ?? '') && multipartType.test(headers['content-type'] ?? '');

/**
 * Reads a request of the GraphQL multipart request specification: the files go to the store as they arrive, and the
 * operation's variables get their names in place of null.
 * @throws RequestError; then nothing of the request is stored
 */
export async function readMultipart(request: Request, options: MultipartOptions): Promise<MultipartRequest> {
  const { store, maxFileBytes, maxFieldBytes } = options;
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (announced > maxFileBytes + 2 * maxFieldBytes + envelopeBytes) throw tooLarge(maxFileBytes);
  const received = new Map<string, ReceivedFile>();
  const release = () => store.release(Array.from(received.values(), ({ key }) => key));
  try {
    const fields = await readParts(request, { ...options, received });
    const missing = Object.keys(fields.map).filter((name) => !received.has(name));
    if (missing.length > 0) throw malformed(`map names files that are not there: ${missing.join(', ')}`);
    return { operations: placeFiles(fields.operations, fields.map), uploads: received, release };
  } catch (error) {
    await release();
    throw error;
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
    maxFileBytes,
    maxFieldBytes,
    idleMs = defaultIdleMs,
    received,
  }: MultipartOptions & { received: Map<string, ReceivedFile> },
): Promise<Fields> {
  const parser = createParser(request, maxFieldBytes);
  const cancel = new AbortController();
  const fields: Partial<Fields> = {};
  const storing: Promise<unknown>[] = [];
  let bytesLeft = maxFileBytes;
  /** The first failure counts: it ends the others. */
  const fail = (error: unknown) => {
    cancel.abort(error);
  };

  parser.on('error', (error) => fail(refusalFor(error)));
  parser.on('field', (name, value, _nameTruncated, truncated) => {
    try {
      if (truncated) throw malformed(`${name} must be at most ${maxFieldBytes} bytes`, 'REQUEST_ENTITY_TOO_LARGE');
      if (name === 'operations') fields.operations = readOperations(value);
      if (name === 'map') fields.map = readMap(value, mostFiles);
    } catch (error) {
      fail(error);
    }
  });
  parser.on('file', (name, file, fileName, _encoding, mediaType) => {
    // Heard by whoever reads the file; when nobody does any more, by nobody.
    file.on('error', () => {});
    const isExpected = fields.operations && fields.map && Object.hasOwn(fields.map, name) && !received.has(name);
    if (!isExpected) {
      file.resume();
      fail(malformed(`the file ${JSON.stringify(name)} must come once, after operations and a map that names it`));
      return;
    }
    const stored = store
      .receive(counted(file), { fileName, mediaType })
      .then((upload) => void received.set(name, upload))
      .catch((error: unknown) => {
        file.resume();
        fail(error);
      });
    storing.push(stored);
  });

  /** Lets go of the file at once when the request fails elsewhere. */
  async function* counted(file: BusboyFileStream): AsyncGenerator<Uint8Array> {
    const stop = () => file.destroy(new Error('The request failed'));
    cancel.signal.addEventListener('abort', stop, { once: true });
    try {
      for await (const chunk of file) {
        bytesLeft -= chunk.length;
        if (bytesLeft < 0) throw tooLarge(maxFileBytes);
        yield chunk;
      }
      cancel.signal.throwIfAborted();
    } finally {
      cancel.signal.removeEventListener('abort', stop);
    }
  }

  try {
    await pipeline(bodyOf(request, idleMs), parser, { signal: cancel.signal });
  } catch (error) {
    fail(refusalFor(error));
  }
  await Promise.all(storing);
  cancel.signal.throwIfAborted();
  if (!fields.operations || !fields.map) throw malformed('the fields operations and map must be there');
  return { operations: fields.operations, map: fields.map };
}

function createParser(request: Request, fieldSize: number) {
  try {
    return new Busboy({
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      limits: { fieldSize, fields: 10, files: mostFiles + 1, parts: mostFiles + 12 },
    });
  } catch (error) {
    throw refusalFor(error);
  }
}

const bodyOf = ({ body }: Request, idleMs: number): Readable => Readable.from(body ? arriving(body, idleMs) : []);

/** The chunks of a body. Time that the reader takes for a chunk does not count. @throws RequestError */
async function* arriving(body: ReadableStream<Uint8Array>, idleMs: number): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await withinIdle(reader.read(), idleMs);
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

async function withinIdle<Value>(read: Promise<Value>, idleMs: number): Promise<Value> {
  const idle = Promise.withResolvers<never>();
  const timer = setTimeout(() => idle.reject(stalled(idleMs)), idleMs);
  try {
    return await Promise.race([read, idle.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const stalled = (idleMs: number) =>
  new RequestError(
    `The upload stopped: nothing of the request arrived for ${idleMs / 1000} seconds.`,
    'REQUEST_TIMEOUT',
  );

const refusalFor = (error: unknown) =>
  error instanceof RequestError ? error : malformed('the request ended early or cannot be read');

const malformed = (message: string, code: RequestError['code'] = 'BAD_REQUEST') =>
  new RequestError(`A multipart request must follow the GraphQL multipart request specification: ${message}.`, code);

const tooLarge = (maxBytes: number) =>
  new RequestError(
    `The files of a request must have at most ${maxBytes} bytes together (MAX_RECORDING_BYTES).`,
    'REQUEST_ENTITY_TOO_LARGE',
  );
