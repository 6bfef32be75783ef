import { CodedError, type ErrorDetails } from './coded-error.ts';
import type { ProblemCode } from './error-codes.ts';
import { camelKey } from '../wire.ts';

export interface ToolErrorDetails extends ErrorDetails<ProblemCode> {
  /** The tool's name without the connection's prefix; omitted if no tool was called. */
  tool?: string | undefined;
  retryAfterMs?: number | undefined;
  executionId?: string | undefined;
  neverArrived?: boolean;
  mayHaveHappened?: boolean;
}

/** A failed tool call: the only error that the connector throws, besides the caller's abort reason. */
export class ToolError extends CodedError<ToolErrorDetails> {
  readonly tool: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly executionId: string | undefined;
  /** Whether the call certainly had no effect: it did not arrive, or the service rejected it (`isRejectionCode`). */
  readonly neverArrived: boolean;
  /** Whether a call that is not safe to repeat may have taken effect: check the record before you retry the call. */
  readonly mayHaveHappened: boolean;

  constructor(details: ToolErrorDetails) {
    // Convert the paths to camelCase, because callers of the connector use camelCase parameter names.
    super({ ...details, issues: details.issues?.map((issue) => ({ ...issue, path: issue.path.map(camelKey) })) });
    this.tool = details.tool;
    this.retryAfterMs = details.retryAfterMs;
    this.executionId = details.executionId;
    this.neverArrived = details.neverArrived ?? false;
    this.mayHaveHappened = details.mayHaveHappened ?? false;
  }

  override get isRetryable(): boolean {
    return super.isRetryable && !this.mayHaveHappened;
  }

  /** Returns a copy that says how to repeat a call that may have taken effect. */
  forKeyedCall(): ToolError {
    if (this.neverArrived) return this;
    return this.with({ message: `${this.message} Retry with the same idempotencyKey: the change is made only once.` });
  }

  /** If the call may have taken effect, returns an error that is not retryable, usually `OUTCOME_UNKNOWN`. */
  forOnceCall(): ToolError {
    if (this.neverArrived) return this;
    if (this.code === 'MALFORMED_PAYLOAD') {
      return this.with({
        message: `${this.message}. The record probably exists; check before you retry.`,
        mayHaveHappened: true,
      });
    }
    if (!this.isRetryable) return this;
    return this.with({
      code: 'OUTCOME_UNKNOWN',
      message: `${this.message} It may have taken effect anyway; check before you retry.`,
      mayHaveHappened: true,
      retryAfterMs: undefined,
    });
  }
}
