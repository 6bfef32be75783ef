import type { InputIssue } from '../../tools/coded-error.ts';

const shownIssues = 3;

/** What is wrong with a record: the fields and the rules they broke. */
export function reasonOf(issues: InputIssue[]): string {
  const reasons = issues
    .slice(0, shownIssues)
    .map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message));
  const left = issues.length - shownIssues;
  return [...reasons, ...(left > 0 ? [`and ${left} more`] : [])].join('; ');
}
