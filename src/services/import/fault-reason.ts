import type { z } from 'zod';

const shownIssues = 3;

/** What is wrong with a record: the fields and the rules they broke. Expects issues that carry their input. */
export function reasonOf({ issues }: z.ZodError): string {
  const reasons = issues.slice(0, shownIssues).map(issueText);
  const left = issues.length - shownIssues;
  return [...reasons, ...(left > 0 ? [`and ${left} more`] : [])].join('; ');
}

function issueText(issue: z.core.$ZodIssue): string {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${[...path, key].join('.')}: is not a field of this kind`).join('; ');
  }
  return path.length > 0 ? `${path.join('.')}: ${ruleOf(issue)}` : ruleOf(issue);
}

function ruleOf(issue: z.core.$ZodIssue): string {
  if (issue.input === undefined) return 'must be given';
  if (issue.code === 'invalid_type') return `must be ${nameOfType(issue.expected)}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`;
  return issue.message;
}

const typeNames: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

const nameOfType = (type: string) => typeNames[type] ?? type;
