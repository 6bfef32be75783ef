import { readTextBody } from '../../tools/rules/request-body.ts';
import { RequestError } from '../middleware/error-response.ts';

export interface BodyLimits {
  maxBytes: number;
  /** Time in which the whole body must arrive, in milliseconds. */
  timeoutMs: number;
}

/**
 * Reads the body of a request within a time limit.
 * @throws BodyError; RequestError if it is too slow
 */
export async function readBody(request: Request, { maxBytes, timeoutMs }: BodyLimits): Promise<string> {
  const tooSlow = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    tooSlow.reject(
      new RequestError({
        code: 'REQUEST_TIMEOUT',
        message: `The body did not arrive within ${timeoutMs / 1000} seconds.`,
        // The rest of the body is not read, so the connection cannot be reused.
        headers: { connection: 'close' },
      }),
    );
  }, timeoutMs);
  try {
    return await Promise.race([readTextBody(request, maxBytes), tooSlow.promise]);
  } finally {
    clearTimeout(timer);
  }
}
