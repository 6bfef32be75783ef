import type { InputIssue } from '../../tools/problem-code.ts';
import { invalidInput } from '../../tools/tool-failure.ts';

/** @throws ToolFailure `BAD_USER_INPUT` when anything is wrong with the input, with all that is wrong. */
export function refuseIssues(issues: InputIssue[]): void {
  if (issues.length > 0) throw invalidInput(issues);
}
