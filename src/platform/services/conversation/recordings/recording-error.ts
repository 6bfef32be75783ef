/** A recording cannot become a conversation. Users see the message as the reason; a retry helps if `isRetryable`. */
export class RecordingError extends Error {
  readonly isRetryable: boolean;

  constructor(message: string, { isRetryable = false, cause }: { isRetryable?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = 'RecordingError';
    this.isRetryable = isRetryable;
  }
}
