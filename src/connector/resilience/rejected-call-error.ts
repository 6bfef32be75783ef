import { ToolError, type ToolErrorDetails } from '../../tools/errors/tool-error.ts';

/**
 * Reports a call that this program rejected instead of sending it. Such a call is not retried, counts neither towards
 * the budget of its operation nor as a failure of the service.
 */
export class RejectedCallError extends ToolError {
  constructor(details: ToolErrorDetails) {
    super({ ...details, neverArrived: true });
  }
}
