import { boundedIssues, type InputIssue, issueText } from '../rules/input-issues.ts';
import { CodedError, type ErrorDetails } from './coded-error.ts';
import type { ProblemCode } from './error-codes.ts';

export type PlatformErrorDetails = ErrorDetails<ProblemCode>;

/**
 * A deliberate rejection of a call by the platform or a service. Any other error that one of them throws is a fault.
 */
export class PlatformError extends CodedError<PlatformErrorDetails> {}

/** Creates the error for invalid input. Its message lists all issues with the names of the parameters. */
export const invalidInput = (issues: InputIssue[]) =>
  new PlatformError({
    code: 'BAD_USER_INPUT',
    message: issueText(boundedIssues(issues)),
    issues,
  });

/** Creates the error for an id that matches nothing that the caller may see. */
export const notFound = (noun: string, id: string) =>
  new PlatformError({ code: 'NOT_FOUND', message: `There is no ${noun} with the id ${JSON.stringify(id)}.` });
