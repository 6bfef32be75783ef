import { boundedIssues, type InputIssue, shortened } from '../rules/input-issues.ts';
import { type ErrorCode, isRetryableCode } from './error-codes.ts';

/**
 * `PENDING_AUTH`: the account exists but has no token yet. `BUSY`: the service has no capacity for the call now.
 * `NO_OUTPUT`: the activity exists, but does not have the output.
 */
export const errorReasons = ['PENDING_AUTH', 'BUSY', 'NO_OUTPUT'] as const;

type ErrorReason = (typeof errorReasons)[number];

export interface ErrorDetails<Code extends ErrorCode = ErrorCode> {
  code: Code;
  /** Shown to the caller. Names the invalid value and the rule, but never contains a secret or an SQL statement. */
  message: string;
  issues?: InputIssue[] | undefined;
  reason?: ErrorReason | undefined;
  /** For the log; callers never see it. */
  cause?: unknown;
}

/** The base class of all expected errors. Any other error is a fault, and callers do not see its message. */
export class CodedError<Details extends ErrorDetails = ErrorDetails> extends Error {
  readonly code: Details['code'];
  readonly issues: InputIssue[];
  readonly reason: ErrorReason | undefined;

  // Keep the details private, so that loggers do not print each of them twice.
  readonly #details: Details;

  constructor(details: Details) {
    super(shortened(details.message), { cause: details.cause });
    this.name = new.target.name;
    this.code = details.code;
    this.issues = boundedIssues(details.issues ?? []);
    this.reason = details.reason;
    this.#details = details;
  }

  /** Whether the call may succeed if it is repeated unchanged. */
  get isRetryable(): boolean {
    return isRetryableCode(this.code);
  }

  /** Returns a changed copy. The constructor of every subclass must accept the details as its only argument. */
  with(changes: Partial<Details>): this {
    return Reflect.construct(this.constructor, [{ ...this.#details, ...changes }]);
  }
}

/** @param id what to quote, such as `request id 42` */
export const unexpectedErrorMessage = (id: string) => `Unexpected error. Quote the ${id} when you report it.`;
