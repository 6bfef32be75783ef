import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { type AddressRules, addressFault, isLinkLocalAddress, isPublicAddress } from './address-rules.ts';
import { type AddressPolicy, checkedLookup, type ResolveName, resolveName } from './checked-lookup.ts';
import { RecordingError } from './recording-error.ts';

export interface GuardedFetchOptions {
  rules: AddressRules;
  maxBytes: number;
  signal: AbortSignal;
  /** For all of it, redirects included; an hour by default. */
  totalMs?: number;
  /** How long nothing may arrive; 30 seconds by default. */
  idleMs?: number;
  /** Which IP addresses may be connected to, link-local ones never; by default those that the rules allow. */
  allows?: AddressPolicy;
  resolve?: ResolveName;
}

export interface FetchedContent {
  content: AsyncIterable<Uint8Array>;
  mediaType: string | undefined;
  fileName: string | undefined;
}

const defaultTotalMs = 3_600_000;
const mostRedirects = 3;
const redirects = new Set([301, 302, 303, 307, 308]);
/** Answers that may be another one a little later. */
const passing = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * Fetches a recording from an address that somebody gave. Every address on the way is checked, by its text and by the
 * IP addresses that its name has when it is connected to; size and time are limited.
 * @throws RecordingError; the content may throw it too, while it is read
 */
export async function guardedFetch(url: string, options: GuardedFetchOptions): Promise<FetchedContent> {
  const { totalMs = defaultTotalMs, signal, maxBytes } = options;
  const deadline = AbortSignal.timeout(totalMs);
  const limits = { ...options, deadline, signal: AbortSignal.any([signal, deadline]) };
  let address = url;
  for (let hop = 0; hop <= mostRedirects; hop += 1) {
    const response = await translated(limits, () => connect(address, limits));
    const { statusCode = 0, headers } = response;
    if (redirects.has(statusCode) && headers.location !== undefined) {
      response.destroy();
      if (!URL.canParse(headers.location, address))
        throw new RecordingError('The recording is redirected to no address.');
      address = new URL(headers.location, address).href;
      continue;
    }
    const fault = answerFault(response, maxBytes);
    if (fault) {
      response.destroy();
      throw fault;
    }
    return {
      content: limited(response, limits),
      mediaType: headers['content-type'],
      fileName: new URL(address).pathname.split('/').pop(),
    };
  }
  throw new RecordingError(`The recording is redirected more than ${mostRedirects} times.`);
}

interface Destroyable {
  destroy(error: Error): unknown;
}

type Limits = GuardedFetchOptions & { deadline: AbortSignal };

async function connect(
  address: string,
  { rules, idleMs = 30_000, signal, ...checks }: Limits,
): Promise<IncomingMessage> {
  const { allows = (ip) => rules.allowPrivate || isPublicAddress(ip), resolve = resolveName } = checks;
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const faultOf = (ip: string) => {
    if (isLinkLocalAddress(ip)) return 'leads to a link-local address';
    return allows(ip) ? undefined : 'leads to a loopback or private address';
  };
  const fault = (isIP(host) ? faultOf(host) : undefined) ?? addressFault(address, { ...rules, allowPrivate: true });
  if (fault !== undefined) throw new RecordingError(`The recording's address ${url.host || url.protocol} ${fault}.`);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const request = send(url, {
    signal,
    timeout: idleMs,
    // A connection of its own: one that was left open was checked for somebody else.
    agent: false,
    lookup: checkedLookup({ faultOf, resolve }),
    headers: { accept: '*/*', 'accept-encoding': 'identity' },
  });
  const stop = (message: Destroyable) => () =>
    void message.destroy(tooSlow(`nothing arrived for ${idleMs / 1000} seconds`));
  request.on('timeout', stop(request));
  request.end();
  const [response]: IncomingMessage[] = await once(request, 'response');
  if (!response) throw brokenOff();
  request.removeAllListeners('timeout').on('timeout', stop(response));
  return response;
}

function answerFault({ statusCode = 0, headers }: IncomingMessage, maxBytes: number): RecordingError | undefined {
  if (statusCode !== 200) {
    return new RecordingError(`The recording's address answered with status ${statusCode}.`, {
      isRetryable: passing.has(statusCode),
    });
  }
  if (Number(headers['content-length'] ?? 0) > maxBytes) return tooLarge(maxBytes);
  const encoding = headers['content-encoding'] ?? 'identity';
  return encoding === 'identity' ? undefined : new RecordingError(`The recording is encoded as ${encoding}.`);
}

async function* limited(response: IncomingMessage, limits: Limits): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  const chunks = response[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value }: IteratorResult<Uint8Array> = await translated(limits, () => chunks.next());
      if (done) return;
      bytes += value.length;
      if (bytes > limits.maxBytes) throw tooLarge(limits.maxBytes);
      yield value;
    }
  } finally {
    response.destroy();
  }
}

/** Whatever goes wrong on the network becomes the reason that is shown; the caller's own abort stays one. */
async function translated<Value>({ signal, deadline, totalMs }: Limits, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RecordingError) throw error;
    if (deadline.aborted) throw tooSlow(`it was not there after ${(totalMs ?? defaultTotalMs) / 1000} seconds`);
    if (signal.aborted) throw signal.reason;
    throw brokenOff(error);
  }
}

const tooLarge = (maxBytes: number) =>
  new RecordingError(`The recording has more than ${maxBytes} bytes (MAX_RECORDING_BYTES).`);

const tooSlow = (what: string) => new RecordingError(`The recording takes too long: ${what}.`, { isRetryable: true });

function brokenOff(cause?: unknown): RecordingError {
  const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? ` (${cause.code})` : '';
  return new RecordingError(`The recording cannot be fetched${code}.`, { isRetryable: true, cause });
}
