/** An expected failure. `isRetryable` tells whether a retry may succeed. */
export class ProcessingError extends Error {
  readonly isRetryable: boolean;

  constructor(message: string, { isRetryable = false, cause }: { isRetryable?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = new.target.name;
    this.isRetryable = isRetryable;
  }
}

/** Users see the message as the reason for the failure. */
export class RecordingError extends ProcessingError {}

/** Every retry would exceed the limit as well. */
export class AnalysisLimitError extends ProcessingError {
  /** @param limit the time or memory that is not enough, such as "60 seconds" */
  constructor(limit: string, options?: { cause?: unknown }) {
    super(`It takes more than ${limit}.`, options);
  }
}

/** Thrown when the analyst does not return a usable result. */
export class AnalystError extends ProcessingError {}
