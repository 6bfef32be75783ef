import { parseAccept } from 'hono/utils/accept';
import { type AccessLogEntry, type AccessLogVariables, addErrorCode } from './access-log.ts';
import { CodedError, unexpectedErrorMessage } from '../../tools/errors/coded-error.ts';
import { shortened } from '../../tools/rules/input-issues.ts';
import { formatRetryAfter, BodyError } from '../../tools/rules/http.ts';
import { type CodeOf, errorCodes } from '../../tools/errors/error-codes.ts';

export type MediaType = 'application/json' | 'application/graphql-response+json';

export interface ErrorDetails {
  code: CodeOf<'request'>;
  message: string;
  headers?: Record<string, string> | undefined;
  extensions?: Record<string, unknown> | undefined;
  /** Logged, but never shown to callers. */
  cause?: unknown;
}

export class RequestError extends CodedError<ErrorDetails> {
  readonly headers: Record<string, string> | undefined;
  readonly extensions: Record<string, unknown> | undefined;

  constructor(details: ErrorDetails) {
    super(details);
    this.headers = details.headers;
    this.extensions = details.extensions;
  }
}

const bodyErrorCodes = {
  400: 'BAD_REQUEST',
  408: 'REQUEST_TIMEOUT',
  413: 'REQUEST_ENTITY_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
} as const satisfies Record<BodyError['status'], CodeOf<'request'>>;

/** Masks anything unexpected, and logs it as a fault. */
export function requestErrorOf(thrown: unknown, { requestId, logEntry }: AccessLogVariables): ErrorDetails {
  if (thrown instanceof RequestError) return thrown;
  if (thrown instanceof BodyError) {
    const { status, message, headers } = thrown;
    return { code: bodyErrorCodes[status], message, headers };
  }
  logEntry.fault = thrown;
  return { code: 'INTERNAL_SERVER_ERROR', message: unexpectedErrorMessage(`request id ${requestId}`) };
}

export const rateLimited = (message: string, retryAfterMs: number) =>
  new RequestError({
    code: 'RATE_LIMITED',
    message,
    headers: { 'retry-after': formatRetryAfter(retryAfterMs) },
    extensions: { isRetryable: true, retryAt: new Date(Date.now() + retryAfterMs).toISOString() },
  });

export interface Reply {
  text: string;
  status: number;
  headers: Record<string, string>;
}

/** Formats the error as a GraphQL response. */
export function errorReply(
  { code, message, headers, extensions }: ErrorDetails,
  { request, logEntry }: { request: Request; logEntry: AccessLogEntry },
) {
  addErrorCode(logEntry, code);
  const mediaType = negotiateMediaType(request.headers.get('accept'));
  return {
    text: JSON.stringify({ errors: [{ message: shortened(message), extensions: { code, ...extensions } }] }),
    status: errorCodes[code].status,
    headers: { ...headers, 'content-type': `${mediaType}; charset=utf-8` },
  };
}

export const acceptsJson = (accept: string | null): boolean =>
  accept === null || accept.trim() === '' || mediaTypes.some((type) => qualityOf(type, rangesIn(accept)) > 0);

/** A wildcard does not ask for a page: programs send wildcards, and browsers name the type. */
export const acceptsHtml = (accept: string | null): boolean => acceptsByName('text/html', accept);

/** A wildcard does not ask for a stream: most clients that send a wildcard cannot read streams. */
export const acceptsEventStream = (accept: string | null): boolean => acceptsByName('text/event-stream', accept);

const acceptsByName = (name: string, accept: string | null): boolean =>
  rangesIn(accept ?? '').some(({ type, q }) => type === name && q > 0);

const mediaTypes: readonly MediaType[] = ['application/json', 'application/graphql-response+json'];

/** The media ranges that allow UTF-8. `parseAccept` sorts them by quality; equal ranges keep their order. */
const rangesIn = (accept: string) =>
  parseAccept(accept)
    .filter(({ params: { charset = 'utf-8' } }) => charset.toLowerCase() === 'utf-8')
    .map(({ type, q }) => ({ type: type.toLowerCase(), q }));

/** The quality of the most specific range. */
const qualityOf = (name: MediaType, ranges: ReturnType<typeof rangesIn>): number =>
  [name, 'application/*', '*/*'].flatMap((range) => ranges.find(({ type }) => type === range) ?? [])[0]?.q ?? 0;

/** The `MediaType` with the highest quality; if several are equal, the first in the header. */
export function negotiateMediaType(accept: string | null): MediaType {
  const ranges = rangesIn(accept ?? '');
  const named = ranges.flatMap(({ type }) => mediaTypes.find((name) => name === type) ?? []);
  const [best = 'application/json'] = [...new Set([...named, ...mediaTypes])]
    .filter((type) => qualityOf(type, ranges) > 0)
    .toSorted((one, other) => qualityOf(other, ranges) - qualityOf(one, ranges));
  return best;
}
