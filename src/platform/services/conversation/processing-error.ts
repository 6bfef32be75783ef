interface ProcessingErrorOptions {
  isRetryable?: boolean;
  cause?: unknown;
  /** HTTP status of the response that failed. */
  status?: number;
  /** What the remote endpoint said, for operators. */
  detail?: string;
  retryAfterMs?: number | undefined;
}

/** An expected failure. `isRetryable` tells whether a retry may succeed. */
export class ProcessingError extends Error {
  readonly isRetryable: boolean;
  readonly status: number | undefined;
  readonly detail: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(message: string, options: ProcessingErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = new.target.name;
    this.isRetryable = options.isRetryable ?? false;
    this.status = options.status;
    this.detail = options.detail;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** A recording cannot be processed. Users see the message as the reason. */
export class RecordingError extends ProcessingError {}

/** An analysis exceeded a limit, as every retry would. */
export class AnalysisLimitError extends ProcessingError {
  /** @param excess such as "takes more than 256 MiB of memory" */
  constructor(excess: string, options?: { cause?: unknown }) {
    super(`It ${excess}.`, options);
  }
}

/** The analyst, which is a language model, returned no usable result. */
export class AnalystError extends ProcessingError {}
