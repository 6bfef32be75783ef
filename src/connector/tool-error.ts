import { CodedError, type ErrorDetails } from '../tools/errors/coded-error.ts';
import type { ProblemCode } from '../tools/errors/error-codes.ts';
import { camelKey } from '../tools/wire.ts';

export interface ToolErrorDetails extends ErrorDetails<ProblemCode> {
  /** The tool's name without prefix; empty when a field was rejected before it called a tool. */
  tool: string;
  retryAfterMs?: number | undefined;
  executionId?: string | undefined;
  /** The call certainly did not reach the service. */
  neverArrived?: boolean;
  /** Set for a call that must not be repeated and may have taken effect. */
  mayHaveHappened?: boolean;
}

/** A failed tool call: the only error that the connector throws. */
export class ToolError extends CodedError<ToolErrorDetails> {
  readonly tool: string;
  readonly retryAfterMs: number | undefined;
  readonly executionId: string | undefined;
  /** Whether the call certainly did not reach the service; otherwise it may have taken effect. */
  readonly neverArrived: boolean;
  /** Whether the call must not be repeated and may have taken effect: check the result before retrying. */
  readonly mayHaveHappened: boolean;

  constructor(details: ToolErrorDetails) {
    // Callers of the connector know parameters by their camelCase names.
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

  /** The error for a `once` call: unless the call never arrived, it may have taken effect and is not retryable. */
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
      message: `${this.message} It may have taken effect anyway; check before you retry.`,
      mayHaveHappened: true,
      retryAfterMs: undefined,
    });
  }
}
