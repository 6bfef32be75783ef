/** An expected failure of a processing step. A retry may succeed if `isRetryable`. */
class ProcessingError extends Error {
  readonly isRetryable: boolean;

  constructor(message: string, { isRetryable = false, cause }: { isRetryable?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = new.target.name;
    this.isRetryable = isRetryable;
  }
}

/** A recording cannot become a conversation. Users see the message as the reason. */
export class RecordingError extends ProcessingError {}

/**
 * The analyst did not return a usable result. At the last attempt, a job uses the embedded analysis instead, so that an
 * endpoint that is down never leaves a conversation without an analysis.
 */
export class AnalystError extends ProcessingError {}
