/** The outcome of an operation whose tool calls can fail. */
export interface Outcome {
  /** The error code that the caller receives; absent when the operation succeeds. */
  code?: string;
  isRetryable?: boolean;
  retryAt?: unknown;
  /** Number of requests for the tool that arrived, and number of them that ran the tool. */
  arrived: number;
  executed: number;
  /** Set if the error shows that the tool did not run. */
  neverArrived?: boolean;
}

export const succeeded = (arrived: number, executed = arrived): Outcome => ({ arrived, executed });

const failed =
  (code: string, isRetryable: boolean) =>
  (arrived: number, executed = 0, retryAt: unknown = null): Outcome => ({
    code,
    isRetryable,
    retryAt,
    arrived,
    executed,
  });

export const timedOut = failed('UPSTREAM_TIMEOUT', true);
export const unavailable = failed('UPSTREAM_UNAVAILABLE', true);
export const rateLimited = failed('RATE_LIMITED', true);
export const serviceError = failed('UPSTREAM_ERROR', false);
export const malformed = failed('MALFORMED_PAYLOAD', false);
/** The error shows that the tool did not run, so that even a non-repeatable call can be retried. */
export const notExecuted = (outcome: Outcome): Outcome => ({ ...outcome, neverArrived: true });

export const rejected = (code: string) => failed(code, false)(1);
