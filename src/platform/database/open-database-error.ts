import { OperatorError } from '../../tools/errors/operator-error.ts';

/**
 * The error that the database cannot be opened, for a reason that an operator can fix. Line breaks in the message
 * become spaces.
 */
export class OpenDatabaseError extends OperatorError {
  constructor(message: string, options?: ErrorOptions) {
    super(message.replace(/\s+/g, ' '), options);
  }
}

/** Returns the message of an error, or that of the first error in an `AggregateError`. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (typeof error !== 'object' || error === null || !('message' in error)) return 'unknown reason';
  return String(error.message);
}
