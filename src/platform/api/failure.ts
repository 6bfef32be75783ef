import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ErrorReason, InputIssue } from '../../tools/coded-error.ts';
import { errorCodes, isAccountCode, type RestErrorCode } from '../../tools/error-codes.ts';
import { type FailureResponse, restCode } from '../../tools/rest-protocol.ts';
import { PlatformError } from '../../tools/platform-error.ts';

/** The part of the server's access log entry that the platform fills in; never a tool parameter. */
export interface CallLogEntry {
  executionId?: string;
  clientId?: string;
  identifier?: string;
  connection?: string;
  tool?: string;
  code?: string;
  reason?: string;
  fault?: unknown;
}

/** What the server sets on every request of the platform. */
export interface ServerVariables {
  requestId: string;
  logEntry: CallLogEntry;
}

/** What the routes of `/api/v1` know about a call. */
export interface CallVariables extends ServerVariables {
  /** Identifies the call in its answer and in the log. */
  executionId: string;
}

export type CallContext = Context<{ Variables: CallVariables }>;

interface Failure {
  code: RestErrorCode;
  message: string;
  issues?: InputIssue[];
  reason?: ErrorReason | undefined;
  /** Where that of the code does not say it. */
  status?: ContentfulStatusCode;
  headers?: Record<string, string>;
}

/** Answers that a call was refused, or failed. */
export function answerFailure(c: CallContext, failure: Failure) {
  const { code, message, issues = [], reason, status = errorCodes[code].status, headers = {} } = failure;
  c.var.logEntry.code = code;
  const body: FailureResponse = {
    error: { code, message, ...(issues.length > 0 && { issues }), ...(reason && { reason }) },
    execution_id: c.get('executionId'),
  };
  return c.json(body, status, headers);
}

/** Answers what was thrown: a refusal in its own words, everything else without a word of it. */
export function answerThrown(c: CallContext, error: unknown) {
  if (error instanceof PlatformError) {
    const { message, issues, reason } = error;
    // These messages quote nothing of the tool's input.
    if (isAccountCode(error.code)) c.var.logEntry.reason = message;
    return answerFailure(c, { code: restCode(error.code), message, issues, reason });
  }
  if (!c.req.raw.signal.aborted) c.var.logEntry.fault = error;
  const message = `Unexpected error. Ask with the execution id ${c.get('executionId')}.`;
  return answerFailure(c, { code: 'UPSTREAM_ERROR', message });
}
