import type { z } from 'zod';
import type { InputIssue } from './bounded-issues.ts';

/**
 * Parses a value with a schema. The message of an issue completes a sentence that begins with its path, as in "limit
 * must be a number"; it is the schema's own message, or a default if the schema has none.
 * @param missing the message for an absent value
 */
export function inputIssues<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  missing = 'is required',
): { data: z.output<Schema> } | { issues: InputIssue[] } {
  const parsed = schema.safeParse(value, { error: defaultMessage, reportInput: true });
  if (parsed.success) return { data: parsed.data };
  return { issues: parsed.error.issues.flatMap((issue) => issuesOf(issue, missing)) };
}

/** Joins all issues into one sentence; `root` is the subject of issues without a path. */
export const issueText = (issues: readonly InputIssue[], root = 'input') =>
  issues.map(({ path, message }) => `${path.join('.') || root} ${message}`).join('; ');

function issuesOf(issue: z.core.$ZodIssue, missing: string): InputIssue[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key], message: 'is not known' }));
  }
  return [{ path, message: issue.input === undefined ? missing : issue.message }];
}

function defaultMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type') return `must be ${typeNames[issue.expected] ?? `of the type ${issue.expected}`}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'too_small') return `must be at least ${measured(issue.minimum, issue.origin)}`;
  if (issue.code === 'too_big') return `must be at most ${measured(issue.maximum, issue.origin)}`;
  return 'has an invalid form';
}

const typeNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
};

const units: Record<string, string> = { string: ' characters', array: ' items long' };

const measured = (size: number | bigint, origin: string) => `${size}${units[origin] ?? ''}`;
