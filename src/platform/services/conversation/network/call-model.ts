import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { request } from 'undici';
import { boundedChunks } from '../../../../tools/rules/http.ts';
import type { AnalystError, RecordingError } from '../processing-error.ts';

/** An OpenAI-compatible endpoint. */
export interface ModelEndpoint {
  url: string;
  key?: string | undefined;
  model: string;
  /** Timeout per request, in milliseconds. */
  timeoutMs?: number;
  maxResponseBytes?: number;
}

interface ModelRequest extends Required<Omit<ModelEndpoint, 'key' | 'model'>> {
  key: string | undefined;
  /** Name of the endpoint at the start of messages, such as `The transcriber`. */
  name: string;
  Failure: typeof AnalystError | typeof RecordingError;
  headers: Record<string, string>;
  body: string | Readable;
  signal?: AbortSignal | undefined;
}

const isRetryableStatus = (status: number) => status >= 500 || [408, 409, 429].includes(status);

/**
 * Does not follow redirects. If the caller aborts, throws the abort reason, otherwise errors of the class `Failure`.
 */
export async function callModel(options: ModelRequest): Promise<string> {
  const { name, Failure, url, key, headers, body, signal, timeoutMs, maxResponseBytes } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await request(url, {
      method: 'POST',
      headers: { ...headers, accept: 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) },
      body,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      // `timeoutMs` is the only limit: transcribing a long recording takes hours.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    if (response.statusCode !== 200) {
      await response.body.dump();
      const isRetryable = isRetryableStatus(response.statusCode);
      throw new Failure(`${name} returned status ${response.statusCode}.`, { isRetryable });
    }
    const tooLarge = () => new Failure(`${name} returned more than ${maxResponseBytes} bytes.`);
    return await text(boundedChunks(response.body, maxResponseBytes, tooLarge));
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof Failure) throw error;
    const fault = timeout.aborted ? `did not respond within ${timeoutMs / 1000} seconds` : 'cannot be reached';
    throw new Failure(`${name} ${fault}.`, { isRetryable: true, cause: error });
  }
}
