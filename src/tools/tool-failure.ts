import type { FailureReason, InputIssue, ProblemCode } from './problem-code.ts';

export interface ToolFailureDetails {
  code: ProblemCode;
  /** Shown to the caller: names the value and the rule, never a secret or a statement. */
  message: string;
  issues?: InputIssue[];
  reason?: FailureReason | undefined;
  /** For the log; callers never see it. */
  cause?: unknown;
}

/** A refusal that a service or the platform gives on purpose. Anything else that is thrown is a fault. */
export class ToolFailure extends Error {
  readonly code: ProblemCode;
  readonly issues: InputIssue[];
  readonly reason: FailureReason | undefined;

  constructor({ code, message, issues = [], reason, cause }: ToolFailureDetails) {
    super(message, { cause });
    this.name = 'ToolFailure';
    this.code = code;
    this.issues = issues;
    this.reason = reason;
  }
}

/** The refusal for input that breaks rules: every issue is in the message, by the name of its parameter. */
export const invalidInput = (issues: InputIssue[]) =>
  new ToolFailure({
    code: 'BAD_USER_INPUT',
    message: issues.map(({ path, message }) => `${path.join('.') || 'input'} ${message}`).join('; '),
    issues,
  });

/** The refusal for an id that names nothing the caller may see. */
export const notFound = (noun: string, id: string) =>
  new ToolFailure({ code: 'NOT_FOUND', message: `There is no ${noun} with the id ${JSON.stringify(id)}.` });
