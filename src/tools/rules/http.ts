import { MIMEType } from 'node:util';

/** Returns the media type in lower case, without parameters; undefined if the header is missing or invalid. */
export function mediaTypeOf(contentType: string | null | undefined): string | undefined {
  try {
    return new MIMEType(contentType ?? '').essence;
  } catch {
    return undefined;
  }
}

export const isSuccess = (status: number): boolean => status >= 200 && status <= 299;

/** nginx's status for a client that closed the connection before the response. */
export const clientClosedStatus = 499;

/** Reads the token from an `Authorization` header (RFC 6750); the scheme is case-insensitive. */
export const readBearerToken = (authorization: string | null | undefined): string | undefined =>
  /^Bearer +([\w.~+/-]+=*) *$/i.exec(authorization ?? '')?.[1];

export const formatRetryAfter = (delayMs: number): string => String(Math.max(1, Math.ceil(delayMs / 1000)));

/** Converts a number of seconds or an HTTP date to a delay in milliseconds; returns undefined for anything else. */
export function parseRetryAfter(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const time = /^[A-Z][a-z]{2}, /.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(time) ? undefined : Math.max(0, time - Date.now());
}

/** Passes on the chunks of a body. @throws the error of `tooLarge` after more than `maxBytes` bytes */
export async function* boundedChunks<Chunk extends Uint8Array>(
  body: AsyncIterable<Chunk>,
  maxBytes: number,
  tooLarge: () => Error,
): AsyncGenerator<Chunk, void> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge();
    yield chunk;
  }
}

export class BodyError extends Error {
  readonly status: 400 | 408 | 413 | 415;

  constructor(status: BodyError['status'], message: string) {
    super(message);
    this.name = new.target.name;
    this.status = status;
  }

  /** The rest of a large or slow body is not read, so its connection cannot be reused. */
  get headers(): Record<string, string> {
    return this.status === 413 || this.status === 408 ? { connection: 'close' } : {};
  }
}

export interface BodyLimits {
  maxBytes: number;
  timeoutMs: number;
}

/**
 * Reads a body as text, at most `maxBytes`. Waits for `turn` before it decodes the body. Rejects invalid UTF-8, which
 * would be stored with replacement characters.
 * @throws BodyError if the body is too large, too slow, compressed, not UTF-8, or ends early
 */
export async function readTextBody(
  request: Request,
  { maxBytes, timeoutMs, turn }: Pick<BodyLimits, 'maxBytes'> & Partial<BodyLimits> & { turn?: () => Promise<void> },
): Promise<string> {
  requirePlainText(request.headers);
  const reading = readBytes(request, maxBytes);
  const bytes = await (timeoutMs === undefined ? reading : withinTime(reading, timeoutMs));
  await turn?.();
  return decodeUtf8(bytes);
}

function withinTime<Body>(reading: Promise<Body>, timeoutMs: number): Promise<Body> {
  const timeout = Promise.withResolvers<never>();
  const tooSlow = () => new BodyError(408, `The body did not arrive within ${timeoutMs / 1000} seconds.`);
  const timer = setTimeout(() => timeout.reject(tooSlow()), timeoutMs);
  return Promise.race([reading, timeout.promise]).finally(() => clearTimeout(timer));
}

/** Rejects a body that is compressed, or declared as text in an encoding other than UTF-8. @throws BodyError */
export function requirePlainText(headers: Headers): void {
  const contentEncoding = headers.get('content-encoding') ?? '';
  if (!/^(?:identity)?$/i.test(contentEncoding)) throw new BodyError(415, 'Send the body without Content-Encoding.');
  if (!isUtf8Label(charsetOf(headers.get('content-type')))) throw new BodyError(415, 'The charset must be UTF-8.');
}

function charsetOf(contentType: string | null): string | null {
  try {
    return new MIMEType(contentType ?? '').params.get('charset');
  } catch {
    return null;
  }
}

function isUtf8Label(label: string | null): boolean {
  try {
    return new TextDecoder(label ?? 'utf-8').encoding === 'utf-8';
  } catch {
    return false;
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Decodes a body and drops a byte order mark. @throws BodyError if it is not UTF-8 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw notUtf8();
  }
}

const notUtf8 = () => new BodyError(400, 'The body must be UTF-8.');

/** Parses a body with the type `application/x-www-form-urlencoded`. @throws BodyError if its values are not UTF-8 */
export function readForm(text: string): URLSearchParams {
  try {
    // A percent sign without two hexadecimal digits is literal.
    decodeURIComponent(text.replace(/%(?![\da-f]{2})/gi, '%25'));
  } catch {
    throw notUtf8();
  }
  return new URLSearchParams(text);
}

async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const length = request.headers.get('content-length') ?? '';
  if (Number(length) > maxBytes) throw tooLarge(maxBytes);
  try {
    // Node ends a body at its declared length, so the body needs no stream, which would be slower.
    if (/^\d+$/.test(length)) return new Uint8Array(await request.arrayBuffer());
    return await readChunks(request, maxBytes);
  } catch (error) {
    throw error instanceof BodyError ? error : new BodyError(400, 'The request ended early.');
  }
}

async function readChunks({ body }: Request, maxBytes: number): Promise<Uint8Array> {
  if (!body) return new Uint8Array();
  // One buffer for all chunks: a client can send chunks of one byte, whose list would take 200 times their size.
  const buffer = Buffer.allocUnsafeSlow(maxBytes);
  let bytes = 0;
  for await (const chunk of boundedChunks(body, maxBytes, () => tooLarge(maxBytes))) {
    buffer.set(chunk, bytes);
    bytes += chunk.length;
  }
  return buffer.subarray(0, bytes);
}

const tooLarge = (maxBytes: number) => new BodyError(413, `The body must not exceed ${maxBytes} bytes.`);
