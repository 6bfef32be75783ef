import { errors } from 'undici';
import { given } from '../given.ts';
import { malformedPayload } from '../malformed-payload.ts';
import { ToolError } from '../tool-error.ts';
import { ClientTokenError } from './client-token.ts';
import { ownWords } from './own-words.ts';
import { UnreachableError, maxAnswerBytes } from './platform-http.ts';

/**
 * The error for a call that got no answer.
 * @returns the reason of the signal when the caller has gone, else a ToolError
 */
export function thrownError(error: unknown, { tool, signal }: { tool: string; signal: AbortSignal }): unknown {
  if (signal.aborted && !isTimeout(signal.reason)) return signal.reason;
  if (signal.aborted || isSilence(error)) return failure('UPSTREAM_TIMEOUT', { tool, cause: error });
  if (error instanceof errors.ResponseExceededMaxSizeError) {
    return malformedPayload(tool, `response has more than ${maxAnswerBytes} bytes`, error);
  }
  const neverArrived = error instanceof UnreachableError || error instanceof ClientTokenError;
  const retryAfterMs = error instanceof ClientTokenError ? error.retryAfterMs : undefined;
  return failure('UPSTREAM_UNAVAILABLE', { tool, cause: error, neverArrived, ...given({ retryAfterMs }) });
}

const isTimeout = (reason: unknown) => reason instanceof Error && reason.name === 'TimeoutError';

const isSilence = (error: unknown) =>
  error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError;

interface FailureDetails {
  tool: string;
  cause: unknown;
  neverArrived?: boolean;
  retryAfterMs?: number;
}

const failure = (code: 'UPSTREAM_TIMEOUT' | 'UPSTREAM_UNAVAILABLE', details: FailureDetails) =>
  new ToolError({ code, message: ownWords(code, details.tool), ...details });
