import type { InputIssue } from '../../tools/rules/input-issues.ts';
import { invalidInput } from '../../tools/errors/platform-error.ts';

/** @throws PlatformError `BAD_USER_INPUT` with all issues, if there are any */
export function rejectIssues(issues: InputIssue[]): void {
  if (issues.length > 0) throw invalidInput(issues);
}
