import { GraphQLError } from 'graphql';
import { ToolError } from '../../connector/tool-error.ts';
import { isWithinDateBounds } from '../../tools/date-bounds.ts';
import { CallBudgetError } from '../cost/call-budget.ts';
import { CodedError, type InputIssue } from '../../tools/coded-error.ts';

/** One sentence an issue, each beginning with the place of the value. */
export const issueSentences = (issues: readonly InputIssue[]) =>
  issues.map(({ path, message }) => `${path.join('.') || 'input'} ${message}.`).join(' ');

/** The caller's input breaks a rule; found before any tool call. Each issue's path begins with the argument. */
export class InvalidInputError extends CodedError {
  constructor(issues: InputIssue[]) {
    super({ code: 'BAD_USER_INPUT', message: issueSentences(issues), issues });
  }
}

/** When a failed call may be tried again; null when trying again does not help or no time is known. */
export function retryTime({ retryAfterMs }: ToolError): Date | null {
  const time = new Date(Date.now() + (retryAfterMs ?? Number.NaN));
  // A service may ask to wait for longer than a date can tell.
  return isWithinDateBounds(time) ? time : null;
}

/**
 * The GraphQL error for a failure that was foreseen, with what a component acts on in `extensions`.
 * @returns nothing for everything else: that is masked
 */
export function expectedError(error: unknown, requestId: string): GraphQLError | undefined {
  const cause = error instanceof GraphQLError ? error.originalError : error;
  const extensions = foreseenExtensions(cause);
  if (!extensions || !(cause instanceof Error)) return undefined;
  const place = error instanceof GraphQLError ? { nodes: error.nodes ?? null, path: error.path ?? null } : {};
  const message = cause instanceof ToolError && cause.issues.length > 0 ? issueSentences(cause.issues) : cause.message;
  return new GraphQLError(message, { ...place, extensions: { ...extensions, requestId } });
}

function foreseenExtensions(cause: unknown) {
  if (cause instanceof InvalidInputError) {
    return { code: 'BAD_USER_INPUT', isRetryable: false, issues: cause.issues };
  }
  if (cause instanceof CallBudgetError) {
    const { requiredCalls, maxFirst } = cause;
    return {
      code: 'TOOL_CALL_BUDGET_EXCEEDED',
      isRetryable: false,
      requiredCalls,
      ...(maxFirst !== undefined && { maxFirst }),
    };
  }
  if (cause instanceof ToolError) {
    const { code, tool, isRetryable, issues } = cause;
    // A field that was refused for want of a scope has called none.
    return {
      code,
      ...(tool && { tool }),
      isRetryable,
      retryAt: retryTime(cause),
      ...(issues.length > 0 && { issues }),
    };
  }
  return undefined;
}
