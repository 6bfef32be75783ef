import { z } from 'zod';

export interface InputIssue {
  path: string[];
  message: string;
}

export const maxIssues = 5;

export const maxMessageLength = 500;
/** Shorter, because an error has up to `maxIssues` issues. */
const maxIssueLength = 250;

/** Maximum length of a step in a path, and number of steps: a caller can send long and deeply nested keys. */
const maxStepLength = 100;
const maxPathLength = 20;

export const shortened = (text: string, maxLength: number = maxMessageLength) =>
  text.length > maxLength ? `${text.slice(0, maxLength - 1).toWellFormed()}…` : text;

/** Shortens paths and messages. Several issues beyond `maxIssues` are replaced by one issue with their number. */
export function boundedIssues(issues: readonly InputIssue[]): InputIssue[] {
  const further = issues.length - maxIssues;
  const first = further > 1 ? issues.slice(0, maxIssues) : issues;
  const short = first.map(({ path, message }) => ({
    path: path.slice(0, maxPathLength).map((step) => shortened(step, maxStepLength)),
    message: shortened(message, maxIssueLength),
  }));
  return further > 1 ? [...short, { path: [], message: `has ${further} further invalid values` }] : short;
}

/**
 * Parses a value. Messages of issues complete a sentence after the path, as in "limit must be a number"; `missing` is
 * the message for an absent value.
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

const units: Record<string, [one: string, many: string]> = {
  string: [' character', ' characters'],
  array: [' item long', ' items long'],
};

function measured(size: number | bigint, origin: string): string {
  const [one, many] = units[origin] ?? ['', ''];
  return `${size}${Number(size) === 1 ? one : many}`;
}

const compiledSchemas = new WeakMap<z.ZodType, z.ZodType>();

/**
 * Returns a schema that parses several times as fast. The first call for a schema compiles it, which takes milliseconds.
 * Returns `schema` itself if it cannot be compiled, or if Node.js runs with `--disallow-code-generation-from-strings`.
 */
export function compiledSchema<Schema extends z.ZodType>(schema: Schema): Schema;
export function compiledSchema(schema: z.ZodType): z.ZodType {
  const known = compiledSchemas.get(schema);
  if (known) return known;
  const fast = z.compile(schema);
  compiledSchemas.set(schema, fast);
  return fast;
}
