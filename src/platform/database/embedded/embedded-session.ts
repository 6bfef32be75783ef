import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import type { SharedBuffers } from './embedded-options.ts';

/** The only session of an embedded database. Requests and responses are messages of the PostgreSQL protocol. */
export interface EmbeddedSession {
  /** Requests run one after another. */
  send(request: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface DatabaseFiles {
  /** Without a folder, the database is in memory. */
  folder?: string;
  sharedBuffers?: SharedBuffers | undefined;
}

/** Runs PGlite in a worker, because a statement can take seconds. */
export async function openSession(files: DatabaseFiles): Promise<EmbeddedSession> {
  const options = {
    workerData: files,
    // Workers inherit the flags of the process, of which `--input-type` would end this one.
    execArgv: [],
  };
  const worker = new Worker(new URL('embedded-worker.ts', import.meta.url), options);
  let failure: Error | undefined;
  const waiting: PromiseWithResolvers<Uint8Array>[] = [];
  const finishNext = (finish: (request: PromiseWithResolvers<Uint8Array>) => void) => {
    const request = waiting.shift();
    if (request) finish(request);
    // An idle database does not keep the process running.
    if (waiting.length === 0) worker.unref();
  };
  const fail = (error: Error) => {
    failure ??= error;
    while (waiting.length > 0) finishNext(({ reject }) => reject(error));
  };
  // The worker reports that it is open with an empty message.
  const opened = Promise.withResolvers<Uint8Array>();
  waiting.push(opened);
  worker.on('message', (response: Uint8Array) => finishNext(({ resolve }) => resolve(response)));
  worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))));
  const ended = new Error('The embedded database has ended.');
  worker.on('exit', () => fail(ended));
  await opened.promise;
  const post = (request: Uint8Array<ArrayBuffer>) =>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have no origin
    worker.postMessage(request, [request.buffer]);
  return {
    async send(request) {
      if (failure) throw failure;
      const response = Promise.withResolvers<Uint8Array>();
      waiting.push(response);
      worker.ref();
      post(request);
      return response.promise;
    },
    async close() {
      if (failure) return;
      failure = ended;
      worker.ref();
      const exited = once(worker, 'exit');
      // An empty request closes the database after the earlier ones.
      post(new Uint8Array());
      await exited;
    },
  };
}

/** Runs statements on this thread. */
export const sessionOf = (pglite: PGlite): EmbeddedSession => ({
  async send(request) {
    await setImmediate();
    return execute(pglite, request);
  },
  close: () => pglite.close(),
});

export async function execute(pglite: PGlite, request: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  await pglite.execProtocolRawStream(request, {
    syncToFs: false,
    // The memory of a chunk is reused.
    onRawData: (chunk) => chunks.push(chunk.slice()),
  });
  return concatenate(chunks);
}

/** Unlike `Buffer.concat`, never uses the shared pool, whose memory cannot be transferred to another thread. */
export function concatenate(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
