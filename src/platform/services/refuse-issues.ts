import type { InputIssue } from '../../tools/coded-error.ts';
import { invalidInput } from '../../tools/platform-error.ts';

/** @throws PlatformError `BAD_USER_INPUT` when anything is wrong with the input, with all that is wrong. */
export function refuseIssues(issues: InputIssue[]): void {
  if (issues.length > 0) throw invalidInput(issues);
}
