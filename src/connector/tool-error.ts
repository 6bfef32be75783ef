import type { FailureReason, InputIssue, ProblemCode } from '../tools/problem-code.ts';
import { camelKey } from '../tools/wire.ts';

export interface ToolErrorDetails {
  code: ProblemCode;
  /** Safe to show to the caller. */
  message: string;
  /** The tool's name without prefix; empty where a field was refused before it called any. */
  tool: string;
  issues?: InputIssue[];
  reason?: FailureReason | undefined;
  retryAfterMs?: number | undefined;
  executionId?: string | undefined;
  /** The call surely did not reach the service. */
  neverArrived?: boolean;
  /** The call must not happen twice, and may have happened. */
  mayHaveHappened?: boolean;
  cause?: unknown;
}

const retryableCodes = new Set<ProblemCode>(['RATE_LIMITED', 'UPSTREAM_TIMEOUT', 'UPSTREAM_UNAVAILABLE']);

/** A tool call that did not give what was asked for. The one error type that the graph meets. */
export class ToolError extends Error {
  readonly code: ProblemCode;
  readonly tool: string;
  readonly issues: InputIssue[];
  readonly reason: FailureReason | undefined;
  readonly retryAfterMs: number | undefined;
  readonly executionId: string | undefined;
  /** Whether the call surely did not reach the service; otherwise it may have had its effect. */
  readonly neverArrived: boolean;
  /** Whether the call must not happen twice and may have happened: whoever asks again has to look first. */
  readonly mayHaveHappened: boolean;

  // Private, so that loggers do not print every detail twice.
  readonly #details: ToolErrorDetails;

  constructor(details: ToolErrorDetails) {
    const { code, message, tool, issues = [], reason, retryAfterMs, executionId, cause } = details;
    super(message, { cause });
    this.#details = details;
    this.name = 'ToolError';
    this.code = code;
    this.tool = tool;
    // Wire names go no further than here.
    this.issues = issues.map((issue) => ({ ...issue, path: issue.path.map(camelKey) }));
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
    this.executionId = executionId;
    this.neverArrived = details.neverArrived ?? false;
    this.mayHaveHappened = details.mayHaveHappened ?? false;
  }

  /** Whether the same call may succeed later without a change. */
  get retryable(): boolean {
    return retryableCodes.has(this.code) && !this.mayHaveHappened;
  }

  /** The same failure with other details; what is not named stays, a retry time and an execution id too. */
  derive(changes: Partial<ToolErrorDetails>): ToolError {
    return new ToolError({ ...this.#details, ...changes });
  }

  /** The same failure for a call that must not happen twice. */
  ofCallThatMustNotHappenTwice(): ToolError {
    if (this.neverArrived) return this;
    if (this.code === 'MALFORMED_PAYLOAD') {
      return this.derive({
        message: `${this.message}. The record probably exists: look before trying again.`,
        mayHaveHappened: true,
      });
    }
    if (!this.retryable) return this;
    return this.derive({
      message: `${this.message} It may have happened all the same: look before trying again.`,
      mayHaveHappened: true,
      retryAfterMs: undefined,
    });
  }
}
