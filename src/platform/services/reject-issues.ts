import type { InputIssue } from '../../tools/coded-error.ts';
import { invalidInput } from '../../tools/platform-error.ts';

/** @throws PlatformError `BAD_USER_INPUT` with all issues, unless there are none. */
export function rejectIssues(issues: InputIssue[]): void {
  if (issues.length > 0) throw invalidInput(issues);
}
