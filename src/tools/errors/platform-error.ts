import { boundedIssues, type InputIssue, issueText } from '../rules/input-issues.ts';
import { CodedError, type ErrorDetails } from './coded-error.ts';
import type { ProblemCode } from './error-codes.ts';

type PlatformErrorDetails = ErrorDetails<ProblemCode>;

/** A deliberate rejection of a call. Any other error of the platform or a service is a fault. */
export class PlatformError extends CodedError<PlatformErrorDetails> {}

export const invalidInput = (issues: InputIssue[]) =>
  new PlatformError({
    code: 'BAD_USER_INPUT',
    message: issueText(boundedIssues(issues)),
    issues,
  });

/** Creates the error for an id that matches nothing that the caller may see. */
export const notFound = (noun: string, id: string) =>
  new PlatformError({ code: 'NOT_FOUND', message: `There is no ${noun} with the id ${JSON.stringify(id)}.` });

export const unknownTool = (name: string) =>
  new PlatformError({ code: 'NOT_SUPPORTED', message: `There is no tool named ${JSON.stringify(name)}.` });
