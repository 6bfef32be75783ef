/** What became of an operation's call. */
export interface Outcome {
  /** The code that the caller meets; nothing when all is well. */
  code?: string;
  isRetryable?: boolean;
  retryAt?: unknown;
  /** How many requests for the tool arrived, and in how many of them the tool ran. */
  arrived: number;
  executed: number;
  /** The refusal says that the tool did not run. */
  neverArrived?: boolean;
}

export const answered = (arrived: number, executed = arrived): Outcome => ({ arrived, executed });

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
export const limited = failed('RATE_LIMITED', true);
export const broken = failed('UPSTREAM_ERROR', false);
export const malformed = failed('MALFORMED_PAYLOAD', false);
/** For a call that must not happen twice as well, nothing has happened. */
export const surelyNot = (outcome: Outcome): Outcome => ({ ...outcome, neverArrived: true });

export const refused = (code: string) => failed(code, false)(1);
