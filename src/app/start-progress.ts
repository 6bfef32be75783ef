import { Worker } from 'node:worker_threads';

/** Reports what the program is doing until it is ready to serve. */
export interface StartProgress {
  step(text: string): void;
  stop(): void;
}

/**
 * Reports the current step on standard error at least every 1.5 seconds. It runs in a thread of its own, because
 * creating the embedded database blocks the main thread for seconds.
 */
export function reportStart(): StartProgress {
  const worker = new Worker(new URL('start-progress-worker.ts', import.meta.url));
  worker.unref();
  // A server that cannot report its progress can still start.
  worker.on('error', () => {});
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have no origin
    step: (text) => worker.postMessage(text),
    stop: () => {
      worker.terminate().catch(() => {});
      if (process.stderr.isTTY) process.stderr.write('\r\u001B[K');
    },
  };
}
