/**
 * A recording does not become a conversation; the message is shown to its owner as the reason. A retryable one may do
 * better a little later.
 */
export class RecordingError extends Error {
  readonly isRetryable: boolean;

  constructor(message: string, { isRetryable = false, cause }: { isRetryable?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = 'RecordingError';
    this.isRetryable = isRetryable;
  }
}
