import type { z } from 'zod';
import type { InputIssue } from './coded-error.ts';

/**
 * Checks a value by a schema. Every rule that is broken is told in our words, as the predicate of a sentence whose
 * subject is the path: rules that a schema words itself, and ours for what zod finds alone.
 */
export function inputIssues<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): { data: z.output<Schema> } | { issues: InputIssue[] } {
  const checked = schema.safeParse(value, { error: ruleOf, reportInput: true });
  return checked.success ? { data: checked.data } : { issues: checked.error.issues.flatMap(issuesOf) };
}

function issuesOf(issue: z.core.$ZodIssue): InputIssue[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key], message: 'is not known' }));
  }
  return [{ path, message: issue.input === undefined ? 'must be given' : issue.message }];
}

/** The rule behind an issue for which a schema has no words of its own. */
function ruleOf(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type') return `must be ${typeNames[issue.expected] ?? `of the type ${issue.expected}`}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'too_small') return `must be at least ${measured(issue.minimum, issue.origin)}`;
  if (issue.code === 'too_big') return `must be at most ${measured(issue.maximum, issue.origin)}`;
  return 'must be of another form';
}

const typeNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  date: 'a date',
};

const measures: Record<string, string> = { string: ' characters', array: ' items long' };

const measured = (size: number | bigint, origin: string) => `${size}${measures[origin] ?? ''}`;
