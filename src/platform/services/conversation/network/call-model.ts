import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import { boundedChunks, parseRetryAfter } from '../../../../tools/rules/http.ts';
import { plainText } from '../plain-text.ts';
import type { AnalystError, RecordingError } from '../processing-error.ts';

/** An OpenAI-compatible endpoint. */
export interface ModelEndpoint {
  url: string;
  key?: string | undefined;
  model: string;
  /** Timeout per request, in milliseconds. */
  timeoutMs?: number;
  maxResponseBytes?: number;
  /** Delay before the first retry after a status such as 429 or 503, in milliseconds; doubles with every retry. */
  retryDelayMs?: number;
}

interface ModelRequest extends Required<Omit<ModelEndpoint, 'key' | 'model' | 'retryDelayMs'>> {
  key: string | undefined;
  /** Name of the endpoint at the start of messages, such as `The transcriber`. */
  name: string;
  Failure: typeof AnalystError | typeof RecordingError;
  method?: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string | Readable;
  signal?: AbortSignal | undefined;
  /** By default, the request is sent once. Omit `retries` if `body` is a stream, which cannot be sent again. */
  retries?: { max: number; delayMs: number };
}

const isRetryableStatus = (status: number) => status >= 500 || [408, 409, 429].includes(status);

/** Maximum `Retry-After`. A longer delay makes the request fail at once, so that the job does not wait. */
const maxRetryAfterMs = 60_000;
export const maxDetailCharacters = 300;
const maxErrorBytes = 64 * 1024;

/**
 * Sends a request to a model, and returns the body of the response. Does not follow redirects. Before each retry, waits
 * for `Retry-After`, or else for `retries.delayMs`, which doubles.
 * @throws the abort reason if the caller aborts, otherwise an error of the class `Failure`
 */
export async function callModel(options: ModelRequest): Promise<string> {
  const { retries = { max: 0, delayMs: 0 }, signal } = options;
  for (let retryCount = 0; ; retryCount += 1) {
    try {
      return await attempt(options);
    } catch (error) {
      // A retryable error without a status means an unreachable endpoint; only the job retries that.
      if (!(error instanceof options.Failure) || error.status === undefined || !error.isRetryable) throw error;
      const delayMs = error.retryAfterMs ?? retries.delayMs * 2 ** retryCount;
      if (retryCount >= retries.max || delayMs > maxRetryAfterMs) throw error;
      await wait(delayMs, undefined, signal ? { signal } : {}).catch(() => signal?.throwIfAborted());
    }
  }
}

async function attempt(options: ModelRequest): Promise<string> {
  const { name, Failure, url, key, method = 'POST', headers, body, signal, timeoutMs, maxResponseBytes } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await request(url, {
      method,
      headers: { ...headers, accept: 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) },
      body: body ?? null,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      // `timeoutMs` is the only time limit: transcribing a long recording takes hours.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const { statusCode: status } = response;
    if (status === 200) {
      const tooLarge = () => new Failure(`${name} returned more than ${maxResponseBytes} bytes.`);
      return await text(boundedChunks(response.body, maxResponseBytes, tooLarge));
    }
    const errorTooLarge = () => new Error('The error message is too large.');
    const content = await text(boundedChunks(response.body, maxErrorBytes, errorTooLarge)).catch(() => '');
    throw new Failure(`${name} returned status ${status}.`, {
      isRetryable: isRetryableStatus(status),
      status,
      detail: plainText(content).slice(0, maxDetailCharacters),
      retryAfterMs: parseRetryAfter(response.headers['retry-after']),
    });
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof Failure) throw error;
    // Do not retry: a request that took too long once would do so again.
    if (error === timeout.reason) {
      throw new Failure(`${name} did not respond within ${timeoutMs / 1000} seconds.`, { cause: error });
    }
    throw new Failure(`${name} cannot be reached.`, { isRetryable: true, cause: error });
  }
}
