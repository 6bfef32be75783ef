import { type ErrorCode, isRetryableCode } from './error-codes.ts';

/** One rejected value: its place in the input and the rule it breaks. */
export interface InputIssue {
  path: string[];
  message: string;
}

/** Details of a code. `PENDING_AUTH`: a `NOT_CONNECTED` error whose account exists but has no token yet. */
export const errorReasons = ['PENDING_AUTH'] as const;

export type ErrorReason = (typeof errorReasons)[number];

export interface ErrorDetails<Code extends ErrorCode = ErrorCode> {
  code: Code;
  /** Shown to the caller: names the value and the rule, never a secret or an SQL statement. */
  message: string;
  issues?: InputIssue[] | undefined;
  reason?: ErrorReason | undefined;
  /** For the log; callers never see it. */
  cause?: unknown;
}

/** The base class of all expected errors. Any other error is a fault, and its message is masked. */
export class CodedError<Details extends ErrorDetails = ErrorDetails> extends Error {
  readonly code: Details['code'];
  readonly issues: InputIssue[];
  readonly reason: ErrorReason | undefined;

  // Private, so that loggers do not print every detail twice.
  readonly #details: Details;

  constructor(details: Details) {
    super(details.message, { cause: details.cause });
    this.name = new.target.name;
    this.code = details.code;
    this.issues = details.issues ?? [];
    this.reason = details.reason;
    this.#details = details;
  }

  /** Whether the same call may succeed later without a change. */
  get isRetryable(): boolean {
    return isRetryableCode(this.code);
  }

  /** A copy with some details replaced. Every subclass's constructor must accept the details as its only argument. */
  with(changes: Partial<Details>): this {
    return Reflect.construct(this.constructor, [{ ...this.#details, ...changes }]);
  }
}
