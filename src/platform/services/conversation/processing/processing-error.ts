/** An expected failure of a processing step. A retry may succeed if `isRetryable`. */
class ProcessingError extends Error {
  readonly isRetryable: boolean;

  constructor(message: string, { isRetryable = false, cause }: { isRetryable?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = new.target.name;
    this.isRetryable = isRetryable;
  }
}

/** A recording cannot be processed. Users see the message as the reason. */
export class RecordingError extends ProcessingError {}

/**
 * The analyst did not return a usable result. In its last attempt, a job falls back to the embedded analysis, so that a
 * conversation is analysed even if the endpoint is down.
 */
export class AnalystError extends ProcessingError {}
