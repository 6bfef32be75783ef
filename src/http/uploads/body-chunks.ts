import { RequestError } from '../middleware/error-response.ts';

/** @throws RequestError when the next chunk does not arrive within `idleMs`, or the reason of the signal */
export async function* chunksOf(
  body: ReadableStream<Uint8Array>,
  { idleMs, signal }: { idleMs: number; signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const ended = Promise.withResolvers<never>();
  // Without a handler, a rejection would crash the process: nothing awaits the promise between two reads.
  ended.promise.catch(() => {});
  const end = () => ended.reject(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  try {
    for (;;) {
      const idle = Promise.withResolvers<never>();
      const timer = setTimeout(() => idle.reject(stalled(idleMs)), idleMs);
      const next = Promise.race([reader.read(), idle.promise, ended.promise]);
      const { done, value } = await next.finally(() => clearTimeout(timer));
      if (done) return;
      yield value;
    }
  } finally {
    signal.removeEventListener('abort', end);
    await reader.cancel().catch(() => {});
  }
}

const stalled = (idleMs: number) =>
  new RequestError({
    code: 'REQUEST_TIMEOUT',
    message: `The upload stopped: nothing of the request arrived for ${idleMs / 1000} seconds.`,
  });
