import { MIMEType } from 'node:util';
import type { z } from 'zod';
import { inputIssues } from '../../tools/rules/input-issues.ts';
import { invalidInput, PlatformError } from '../../tools/errors/platform-error.ts';

/** The media type of a `Content-Type` header in lower case, without parameters; undefined when it is invalid. */
export function mediaTypeOf(contentType: string | undefined): string | undefined {
  try {
    return contentType === undefined ? undefined : new MIMEType(contentType).essence;
  } catch {
    return undefined;
  }
}

/**
 * Parses a request with a schema.
 * @throws PlatformError that names every missing, invalid and unknown key
 */
export function readRequest<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = inputIssues(schema, value);
  if ('data' in parsed) return parsed.data;
  throw invalidInput(parsed.issues);
}

/** @throws PlatformError that names every repeated key */
export function readQuery(query: Record<string, string[]>): Record<string, string | undefined> {
  const repeated = Object.keys(query).filter((key) => query[key]?.length !== 1);
  if (repeated.length > 0)
    throw invalidInput(repeated.map((key) => ({ path: [key], message: 'must not be repeated' })));
  return Object.fromEntries(Object.entries(query).map(([key, values]) => [key, values[0]]));
}

/** Far more levels than the parameters of any tool have. */
const maxLevels = 64;

/** @throws PlatformError unless the text is JSON of at most 64 levels */
export function readJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badBody('must be JSON');
  }
  if (isDeeperThan(maxLevels, value)) throw badBody(`must be nested at most ${maxLevels} levels`);
  return value;
}

const badBody = (rule: string) => new PlatformError({ code: 'BAD_USER_INPUT', message: `The body ${rule}.` });

/** Iterates level by level: recursion would let hostile input exhaust the stack. */
function isDeeperThan(levels: number, value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levels) return true;
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return false;
}
