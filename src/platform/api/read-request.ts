import type { z } from 'zod';
import { inputIssues } from '../../tools/input-issues.ts';
import { invalidInput, PlatformError } from '../../tools/platform-error.ts';

/**
 * Reads what a caller sent by its schema.
 * @throws PlatformError naming every key that is missing, wrong or not known
 */
export function readRequest<Schema extends z.ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
  const checked = inputIssues(schema, sent);
  if ('data' in checked) return checked.data;
  throw invalidInput(checked.issues);
}

/** @throws PlatformError naming every key that was given more than once */
export function readQuery(given: Record<string, string[]>): Record<string, string | undefined> {
  const repeated = Object.keys(given).filter((key) => given[key]?.length !== 1);
  if (repeated.length > 0) throw invalidInput(repeated.map((key) => ({ path: [key], message: 'must be given once' })));
  return Object.fromEntries(Object.entries(given).map(([key, values]) => [key, values[0]]));
}

/** No tool's parameters are nested nearly as deep. */
const mostLevels = 64;

/** @throws PlatformError unless the text is JSON of a depth that tools are asked with */
export function readJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new PlatformError({ code: 'BAD_USER_INPUT', message: 'The body must be JSON.' });
  }
  if (isDeeperThan(mostLevels, value)) {
    throw new PlatformError({
      code: 'BAD_USER_INPUT',
      message: `The body must be nested at most ${mostLevels} levels.`,
    });
  }
  return value;
}

/** Level by level, because a caller decides how deep it goes. */
function isDeeperThan(levels: number, value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levels) return true;
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return false;
}
