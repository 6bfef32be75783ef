import { negotiateMediaType } from './accept-header.ts';
import { type AccessLogEntry, type AccessLogVariables, addErrorCode } from './access-log.ts';
import { CodedError, unexpectedErrorMessage } from '../../tools/errors/coded-error.ts';
import { shortened } from '../../tools/rules/input-issues.ts';
import { BodyError, formatRetryAfter } from '../../tools/rules/http.ts';
import { type CodeOf, errorCodes } from '../../tools/errors/error-codes.ts';

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
