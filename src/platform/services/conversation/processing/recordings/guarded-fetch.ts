import type { IncomingMessage } from 'node:http';
import { ForbiddenAddressError, type GuardedNetwork, guardedRequest } from '../../network/guarded-request.ts';
import { boundedChunks } from '../../../../../tools/rules/http.ts';
import { RecordingError } from '../../processing-error.ts';
import { type AddressRules, isRecordingOfGraphNode, recordingRules } from '../../network/address-rules.ts';

/** Overridden by tests to fetch from local servers. */
export interface FetchNetwork extends GuardedNetwork {
  /** Maximum time without data, in milliseconds; 30 seconds by default. */
  idleMs?: number;
  /** Maximum time including redirects, in milliseconds; an hour by default. */
  totalMs?: number;
}

interface GuardedFetchOptions extends FetchNetwork {
  rules: AddressRules;
  maxBytes: number;
  signal: AbortSignal;
}

interface FetchedContent {
  content: AsyncIterable<Uint8Array>;
  mediaType: string | undefined;
  fileName: string | undefined;
}

const defaultTotalMs = 3_600_000;
const maxRedirects = 3;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);
const retryableStatuses = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * Fetches a recording. To prevent server-side request forgery, checks every URL, including those of redirects, and
 * every IP address before it connects. Graph nodes must not redirect. Size and time are limited.
 * @throws RecordingError, immediately or later, while the content is read
 */
export async function guardedFetch(url: string, options: GuardedFetchOptions): Promise<FetchedContent> {
  const { totalMs = defaultTotalMs, signal, maxBytes } = options;
  const deadline = AbortSignal.timeout(totalMs);
  const limits = { ...options, deadline, signal: AbortSignal.any([signal, deadline]) };
  let address = url;
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const response = await connect(address, limits);
    const { statusCode = 0, headers } = response;
    if (redirectStatuses.has(statusCode) && headers.location !== undefined) {
      response.destroy();
      if (isRecordingOfGraphNode(address, options.rules))
        throw new RecordingError("The recording's address is on a graph node and must not redirect.");
      if (!URL.canParse(headers.location, address)) {
        throw new RecordingError("The recording's address redirects to an invalid address.");
      }
      address = new URL(headers.location, address).href;
      continue;
    }
    const error = responseError(response, maxBytes);
    if (error) {
      response.destroy();
      throw error;
    }
    return {
      content: limitedContent(response, limits),
      mediaType: headers['content-type'],
      fileName: new URL(address).pathname.split('/').pop(),
    };
  }
  throw new RecordingError(`The recording's address redirects more than ${maxRedirects} times.`);
}

type Limits = GuardedFetchOptions & { deadline: AbortSignal };

const connect = (address: string, limits: Limits): Promise<IncomingMessage> => {
  const { rules, idleMs = 30_000, ...options } = limits;
  return guardedRequest(address, {
    ...options,
    rules: recordingRules(address, rules),
    idle: { ms: idleMs, error: () => tooSlow(`no data arrived for ${idleMs / 1000} seconds`) },
    headers: { accept: '*/*', 'accept-encoding': 'identity' },
  }).catch((error: unknown) => {
    throw recordingErrorOf(error, limits);
  });
};

function responseError({ statusCode = 0, headers }: IncomingMessage, maxBytes: number): RecordingError | undefined {
  if (statusCode !== 200) {
    return new RecordingError(`The recording's address returned status ${statusCode}.`, {
      isRetryable: retryableStatuses.has(statusCode),
    });
  }
  if (Number(headers['content-length'] ?? 0) > maxBytes) return tooLarge(maxBytes);
  const encoding = headers['content-encoding'] ?? 'identity';
  return encoding === 'identity' ? undefined : new RecordingError(`The content encoding ${encoding} is not supported.`);
}

async function* limitedContent(response: IncomingMessage, limits: Limits): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterable<Uint8Array> = response;
  try {
    yield* boundedChunks(chunks, limits.maxBytes, () => tooLarge(limits.maxBytes));
  } catch (error) {
    throw recordingErrorOf(error, limits);
  } finally {
    response.destroy();
  }
}

/** Converts an error to a RecordingError, or returns the abort reason if the caller aborts. */
function recordingErrorOf(error: unknown, { signal, deadline, totalMs }: Limits): unknown {
  if (error instanceof RecordingError) return error;
  if (error instanceof ForbiddenAddressError) {
    return new RecordingError(`The recording's address ${error.host} ${error.fault}.`);
  }
  if (deadline.aborted) return tooSlow(`it was not complete after ${(totalMs ?? defaultTotalMs) / 1000} seconds`);
  if (signal.aborted) return signal.reason;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  return new RecordingError(`The recording cannot be fetched${code}.`, { isRetryable: true, cause: error });
}

const tooLarge = (maxBytes: number) =>
  new RecordingError(`The recording has more than ${maxBytes} bytes (MAX_RECORDING_BYTES).`);

const tooSlow = (what: string) =>
  new RecordingError(`The download of the recording takes too long: ${what}.`, { isRetryable: true });
