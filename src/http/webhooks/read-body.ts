import { RequestError } from '../middleware/error-response.ts';
import { chunksOf } from '../uploads/body-chunks.ts';

export interface BodyLimits {
  maxBytes: number;
  /** Time in which the whole body must arrive, in milliseconds. */
  timeoutMs: number;
}

/** The rest of the body is not read, so the connection cannot be reused. */
const headers = { connection: 'close' };

/**
 * Reads the body of a request as UTF-8.
 * @throws RequestError if it is too large, too slow or not UTF-8
 */
export async function readBody(request: Request, { maxBytes, timeoutMs }: BodyLimits): Promise<string> {
  const tooLarge = () =>
    new RequestError({
      code: 'REQUEST_ENTITY_TOO_LARGE',
      message: `The body must be at most ${maxBytes} bytes.`,
      headers,
    });
  const tooSlow = new RequestError({
    code: 'REQUEST_TIMEOUT',
    message: `The body did not arrive within ${timeoutMs / 1000} seconds.`,
    headers,
  });
  if (Number(request.headers.get('content-length')) > maxBytes) throw tooLarge();
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(tooSlow), timeoutMs);
  const signal = AbortSignal.any([request.signal, deadline.signal]);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    if (request.body) {
      // The deadline of the whole body also ends each pause.
      for await (const chunk of chunksOf(request.body, { idleMs: 2 * timeoutMs, signal })) {
        bytes += chunk.length;
        if (bytes > maxBytes) throw tooLarge();
        chunks.push(chunk);
      }
    }
  } finally {
    clearTimeout(timer);
  }
  return decode(Buffer.concat(chunks));
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new RequestError({ code: 'BAD_REQUEST', message: 'The body must be UTF-8.' });
  }
}
