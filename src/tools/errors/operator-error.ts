/** An error that the operator of this program can correct; the terminal shows its message without a stack trace. */
export class OperatorError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** Returns the message of an error, or that of the first error in an `AggregateError`. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (typeof error !== 'object' || error === null || !('message' in error)) return 'unknown reason';
  return String(error.message);
}
