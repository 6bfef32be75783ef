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
