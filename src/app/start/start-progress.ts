import { Worker } from 'node:worker_threads';

export type StartProgress = ReturnType<typeof reportStart>;

/** Reports at least every 1.5 seconds, from a worker: creating the database blocks the main thread for seconds. */
export function reportStart() {
  const worker = new Worker(new URL('start-progress-worker.ts', import.meta.url));
  worker.unref();
  // Ignore errors of the worker: the server can start without progress reports.
  worker.on('error', () => {});
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have no origin
    step: (text: string) => worker.postMessage(text),
    stop: () => {
      worker.terminate().catch(() => {});
      if (process.stderr.isTTY) process.stderr.write('\r\u001B[K');
    },
  };
}
