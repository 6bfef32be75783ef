/** An attempt that is in flight. */
export interface TimedAttempt {
  /** Set by the timer, on the clock of `performance.now()`. */
  expiresAt: number;
  /** Called when the attempt takes too long. */
  expire(): void;
}

export type AttemptTimer = ReturnType<typeof createAttemptTimer>;

/** Limits the duration of all attempts on a connection with one timer: they expire in the order in which they began. */
export function createAttemptTimer(timeoutMs: number) {
  const attempts = new Set<TimedAttempt>();
  let timer: NodeJS.Timeout | undefined;

  function arm() {
    const [first] = attempts;
    if (first && !timer) timer = setTimeout(expire, Math.ceil(first.expiresAt - performance.now()));
  }

  function expire() {
    timer = undefined;
    for (const attempt of attempts) {
      if (attempt.expiresAt > performance.now()) break;
      attempts.delete(attempt);
      attempt.expire();
    }
    arm();
  }

  return {
    timeoutMs,
    start(attempt: TimedAttempt): void {
      attempt.expiresAt = performance.now() + timeoutMs;
      attempts.add(attempt);
      arm();
    },
    stop(attempt: TimedAttempt): void {
      if (!attempts.delete(attempt) || attempts.size > 0) return;
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
