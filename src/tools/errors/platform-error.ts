import { CodedError, type ErrorDetails, type InputIssue } from './coded-error.ts';
import { issueText } from '../rules/input-issues.ts';
import type { ProblemCode } from './error-codes.ts';

export type PlatformErrorDetails = ErrorDetails<ProblemCode>;

/** A deliberate rejection of a call by the platform or a service. Any other error that they throw is a fault. */
export class PlatformError extends CodedError<PlatformErrorDetails> {}

/** The error for invalid input; its message lists every issue with the name of its parameter. */
export const invalidInput = (issues: InputIssue[]) =>
  new PlatformError({
    code: 'BAD_USER_INPUT',
    message: issueText(issues),
    issues,
  });

/** The error for an id that matches nothing the caller may see. */
export const notFound = (noun: string, id: string) =>
  new PlatformError({ code: 'NOT_FOUND', message: `There is no ${noun} with the id ${JSON.stringify(id)}.` });
