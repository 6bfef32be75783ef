import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { RequestTrace } from '../../infrastructure/telemetry/trace-context.ts';
import { CodedError, type ErrorDetails, unexpectedErrorMessage } from '../../tools/errors/coded-error.ts';
import { errorCodes, isAccountCode, type RestErrorCode } from '../../tools/errors/error-codes.ts';
import { PlatformError } from '../../tools/errors/platform-error.ts';
import { BodyError, formatRetryAfter } from '../../tools/rules/http.ts';
import { type FailureResponse, restCode } from '../../tools/rest-protocol.ts';

/**
 * Fields of the log line of a call. No field contains tool parameters. `fault` is an unexpected error; `endsWhenSent`
 * means that the request ends when its response has been sent, not when the handler returns it.
 */
export type CallLogEntry = Partial<
  Record<'executionId' | 'clientId' | 'identifier' | 'connection' | 'tool' | 'code' | 'reason', string>
> & { calls?: number; fault?: unknown; endsWhenSent?: boolean };

export interface ServerVariables {
  requestId: string;
  logEntry: CallLogEntry;
  trace: RequestTrace;
}

export interface CallVariables extends ServerVariables {
  executionId: string;
  clientId: string;
}

interface CallErrorDetails extends ErrorDetails<RestErrorCode> {
  /** By default, the status of the code in `errorCodes`. */
  status?: ContentfulStatusCode;
  headers?: Record<string, string>;
  retryAfterMs?: number;
}

export class CallError extends CodedError<CallErrorDetails> {
  readonly status: ContentfulStatusCode;
  readonly headers: Record<string, string>;
  readonly retryAfterMs: number | undefined;

  constructor(details: CallErrorDetails) {
    super(details);
    this.status = details.status ?? errorCodes[details.code].status;
    this.retryAfterMs = details.retryAfterMs;
    this.headers = {
      ...details.headers,
      ...(details.retryAfterMs !== undefined && { 'retry-after': formatRetryAfter(details.retryAfterMs) }),
    };
  }
}

interface FailedCall {
  executionId: string;
  logEntry: CallLogEntry;
  /** Aborted when the client has disconnected. */
  signal: AbortSignal;
}

/** Responds with an error. Unexpected errors are logged; their messages are not returned. */
export function errorResponse(c: Context<{ Variables: CallVariables }>, thrown: unknown): Response {
  const { logEntry, executionId } = c.var;
  const error = callError({ executionId, logEntry, signal: c.req.raw.signal }, thrown);
  return c.json(failureBody(error, executionId), error.status, error.headers);
}

export function failureBody(
  { code, message, issues, reason, retryAfterMs }: CallError,
  executionId: string,
): FailureResponse {
  return {
    error: {
      code,
      message,
      ...(issues.length > 0 && { issues }),
      ...(reason && { reason }),
      ...(retryAfterMs !== undefined && { retry_after_ms: retryAfterMs }),
    },
    execution_id: executionId,
  };
}

/** Converts a thrown value to an error for the response, and adds the code to the log entry. */
export function callError({ executionId, logEntry, signal }: FailedCall, thrown: unknown): CallError {
  const error = thrown instanceof CallError ? thrown : errorOf(thrown);
  logEntry.code = error.code;
  return error;

  function errorOf(failure: unknown): CallError {
    if (failure instanceof PlatformError) {
      const { code, message, issues, reason } = failure;
      // Account errors never quote the input of the tool, so the message can be logged.
      if (isAccountCode(code)) logEntry.reason = message;
      return new CallError({ code: restCode(code), message, issues, reason });
    }
    if (failure instanceof BodyError) {
      const { message, status, headers } = failure;
      const code = status === 413 ? 'PAYLOAD_TOO_LARGE' : 'BAD_USER_INPUT';
      return new CallError({ code, message, status, headers });
    }
    if (!signal.aborted) logEntry.fault = failure;
    return new CallError({
      code: 'UPSTREAM_ERROR',
      message: unexpectedErrorMessage(`execution id ${executionId}`),
    });
  }
}
