import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import type { SharedBuffers } from './embedded-options.ts';

/** The only session of an embedded database. Requests and responses are messages of the PostgreSQL protocol. */
export interface EmbeddedSession {
  /** A request must end before the next one is sent. */
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
  // Workers inherit the flags of the process, and `--input-type` would end this worker.
  const worker = new Worker(new URL('embedded-worker.ts', import.meta.url), { workerData: files, execArgv: [] });
  let failure: unknown;
  let waiting: PromiseWithResolvers<Uint8Array> | undefined;
  const fail = (error: unknown) => {
    failure ??= error;
    waiting?.reject(failure);
  };
  const ended = new Error('The embedded database has ended.');
  worker.on('message', (response: Uint8Array) => waiting?.resolve(response));
  worker.on('error', fail);
  worker.on('exit', () => fail(ended));
  const post = (request: Uint8Array<ArrayBuffer>) =>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have no origin
    worker.postMessage(request, [request.buffer]);
  /** An idle database does not keep the process running. */
  const response = async () => {
    worker.ref();
    waiting = Promise.withResolvers<Uint8Array>();
    return waiting.promise.finally(() => worker.unref());
  };
  // The worker sends an empty message when the database is open.
  await response();
  return {
    async send(request) {
      if (failure !== undefined) throw failure;
      post(request);
      return response();
    },
    async close() {
      if (failure !== undefined) return;
      failure = ended;
      worker.ref();
      const exited = once(worker, 'exit');
      // An empty request closes the database after the running request.
      post(new Uint8Array());
      await exited;
    },
  };
}

/** Opens a session that runs statements on this thread. */
export const sessionOf = (pglite: PGlite): EmbeddedSession => ({
  async send(request) {
    // A statement blocks this thread, so let other work run first.
    await setImmediate();
    return execute(pglite, request);
  },
  close: () => pglite.close(),
});

export async function execute(pglite: PGlite, request: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  await pglite.execProtocolRawStream(request, {
    syncToFs: false,
    // Copy each chunk, because PGlite reuses its memory.
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
