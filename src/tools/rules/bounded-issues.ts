/** A rejected value: its path in the input and the rule that it breaks. */
export interface InputIssue {
  path: string[];
  message: string;
}

/** Maximum number of invalid values that an error names. */
export const maxIssues = 5;

/** Maximum length of an error message. */
export const maxMessageLength = 500;

/** Maximum length of a step in the path of an issue: callers choose the names of unknown values. */
const maxStepLength = 100;
const maxPathLength = 20;

/** Shortens a text, because callers choose parts of it. */
export const shortened = (text: string, maxLength: number = maxMessageLength) =>
  text.length > maxLength ? `${text.slice(0, maxLength - 1).toWellFormed()}…` : text;

/** Returns the first issues with short texts, and an issue with the number of further ones if there are many. */
export function boundedIssues(issues: readonly InputIssue[]): InputIssue[] {
  const further = issues.length - maxIssues;
  const first = further > 1 ? issues.slice(0, maxIssues) : issues;
  const short = first.map(({ path, message }) => ({
    path: path.slice(0, maxPathLength).map((step) => shortened(step, maxStepLength)),
    message: shortened(message, maxMessageLength / 2),
  }));
  return further > 1 ? [...short, { path: [], message: `has ${further} further invalid values` }] : short;
}
