import { errors } from 'undici';
import type { z } from 'zod';
import {
  isForCaller,
  isRejectionCode,
  isRestCode,
  type ProblemCode,
  type RestErrorCode,
} from '../../tools/errors/error-codes.ts';
import { isSuccess } from '../../tools/rules/http.ts';
import { issueText } from '../../tools/rules/input-issues.ts';
import { executeResponseSchema, failureResponseSchema } from '../../tools/rest-protocol.ts';
import { omitUndefined } from '../../tools/rules/json.ts';
import { malformedPayload, parsePayload } from '../payload.ts';
import { ToolError, type ToolErrorDetails } from '../../tools/errors/tool-error.ts';
import type { SentCall } from '../transport.ts';
import { type HttpResponse, maxResponseBytes, UnreachableError } from './platform-http.ts';

/** @throws ToolError if the response is not successful or its body cannot be parsed */
export function readResponse<Schema extends z.ZodType>(
  schema: Schema,
  { response, tool }: { response: HttpResponse; tool: string },
): z.output<Schema> {
  const { status, body } = response;
  if (!isSuccess(status)) throw responseError(response, tool);
  if (body === undefined) throw malformedPayload(tool, 'response is not JSON');
  const parsed = parsePayload(schema, body);
  if ('data' in parsed) return parsed.data;
  const issues = parsed.issues.slice(0, 1).map(({ path, message }) => ({ path: ['response', ...path], message }));
  throw malformedPayload(tool, issueText(issues));
}

/** Ends a call with the response to it. A read that receives a 401 is sent again once, with a new token. */
export function endCall(call: SentCall, response: HttpResponse): void {
  const { tool } = call.request;
  if (response.status === 401 && tool.class === 'read' && !call.hasNewToken)
    return call.sendAgain({ hasNewToken: true });
  if (response.accountVersion !== undefined) call.reportAccountVersion(response.accountVersion);
  let payload: unknown;
  try {
    payload = readResponse(executeResponseSchema, { response, tool: tool.name }).data;
  } catch (error) {
    return call.fail(error);
  }
  call.succeed(payload);
}

/** @returns the signal's reason if the caller aborted the request, otherwise a ToolError */
export function requestError(error: unknown, tool: string, signal?: AbortSignal): unknown {
  if (signal?.aborted && !isTimeout(signal.reason)) return signal.reason;
  if (isTimeout(error)) return failure('UPSTREAM_TIMEOUT', { tool, cause: error });
  if (error instanceof errors.ResponseExceededMaxSizeError) {
    return malformedPayload(tool, `response has more than ${maxResponseBytes} bytes`, error);
  }
  const neverArrived = error instanceof UnreachableError;
  const retryAfterMs = neverArrived ? error.retryAfterMs : undefined;
  return failure('UPSTREAM_UNAVAILABLE', { tool, cause: error, neverArrived, retryAfterMs });
}

const isTimeout = (error: unknown) =>
  error instanceof errors.HeadersTimeoutError ||
  error instanceof errors.BodyTimeoutError ||
  (error instanceof Error && error.name === 'TimeoutError');

const maxMessageLength = 2000;

function responseError({ status, body, retryAfterMs }: HttpResponse, tool: string): ToolError {
  const { error, execution_id: executionId } = failureResponseSchema.safeParse(body).data ?? {};
  const restCode = error && isRestCode(error.code) ? error.code : undefined;
  const shown = restCode && isForCaller(restCode) ? error : undefined;
  return failure(restCode ? problemCodeOf(restCode) : codeOfStatus(status), {
    tool,
    // A proxy that responds with 429 has not forwarded the request.
    neverArrived: status === 429 || (error !== undefined && isRejectionCode(error.code)),
    cause: new Error(`The platform responded with status ${status}.`),
    retryAfterMs: error?.retry_after_ms ?? retryAfterMs,
    executionId,
    ...omitUndefined({
      message: shown?.message.slice(0, maxMessageLength),
      issues: shown?.issues,
      reason: restCode && error?.reason,
    }),
  });
}

function problemCodeOf(code: RestErrorCode): ProblemCode {
  // `UNAUTHENTICATED`: the platform rejected this program's own credentials, which callers cannot correct.
  if (code === 'UNAUTHENTICATED' || code === 'OVERLOADED') return 'UPSTREAM_UNAVAILABLE';
  return code === 'PAYLOAD_TOO_LARGE' ? 'BAD_USER_INPUT' : code;
}

const codeByStatus: Partial<Record<number, ProblemCode>> = {
  401: 'UPSTREAM_UNAVAILABLE',
  408: 'UPSTREAM_TIMEOUT',
  429: 'RATE_LIMITED',
  502: 'UPSTREAM_UNAVAILABLE',
  503: 'UPSTREAM_UNAVAILABLE',
  504: 'UPSTREAM_TIMEOUT',
};

/** A proxy's 404 is not `NOT_FOUND`, because it does not mean that a record is missing. */
const codeOfStatus = (status: number): ProblemCode => codeByStatus[status] ?? 'UPSTREAM_ERROR';

/** Messages for callers where the platform's own message is missing or not meant for callers. */
const messages: Partial<Record<ProblemCode, string>> = {
  BAD_USER_INPUT: 'received more input than the platform accepts.',
  FORBIDDEN: 'is not permitted.',
  RATE_LIMITED: 'was called too often.',
  UPSTREAM_TIMEOUT: 'did not return in time.',
  INSUFFICIENT_STORAGE: 'changed nothing: the platform has no space left.',
  UPSTREAM_UNAVAILABLE: 'could not be called: the platform is unavailable.',
};

const failure = (
  code: ProblemCode,
  details: Omit<ToolErrorDetails, 'code' | 'message'> & { tool: string; message?: string },
) => new ToolError({ code, message: `${details.tool} ${messages[code] ?? 'failed in the service.'}`, ...details });
