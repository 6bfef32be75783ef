/** An expected failure of a step of the processing, or of the mail about it. `isRetryable` tells whether a retry may succeed. */
export class ProcessingError extends Error {
  readonly isRetryable: boolean;

  constructor(message: string, { isRetryable = false, cause }: { isRetryable?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = new.target.name;
    this.isRetryable = isRetryable;
  }
}

/** Thrown when a recording cannot be processed. Users see the message as the reason for the failure. */
export class RecordingError extends ProcessingError {}

/** Thrown when reading or analysing a transcript exceeds a limit, which every retry would do as well. */
export class AnalysisLimitError extends ProcessingError {
  /** @param limit the time or memory that is not enough, such as "60 seconds" */
  constructor(limit: string, options?: { cause?: unknown }) {
    super(`It takes more than ${limit}.`, options);
  }
}

/** Thrown when the analyst does not return a usable result. */
export class AnalystError extends ProcessingError {}
