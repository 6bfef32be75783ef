import type { z } from 'zod';
import { invalidInput, ToolFailure } from '../../tools/tool-failure.ts';

/**
 * Reads what a caller sent by its schema.
 * @throws ToolFailure naming every key that is missing, wrong or not known
 */
export function readRequest<Schema extends z.ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
  const parsed = schema.safeParse(sent);
  if (parsed.success) return parsed.data;
  throw invalidInput(parsed.error.issues.flatMap(sentences));
}

/** @throws ToolFailure unless the text is JSON */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ToolFailure({ code: 'BAD_USER_INPUT', message: 'The body must be JSON.' });
  }
}

function sentences(issue: z.core.$ZodIssue) {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key], message: 'is not known' }));
  }
  return [{ path, message: path.length === 0 ? 'must be an object' : issue.message }];
}
