import type { HonoRequest } from 'hono';
import type { z } from 'zod';
import { inputIssues } from '../../tools/rules/input-issues.ts';
import { invalidInput, PlatformError } from '../../tools/errors/platform-error.ts';
import { mediaTypeOf, readTextBody } from '../../tools/rules/http.ts';
import { maxIdempotencyKeyLength } from '../../tools/rest-protocol.ts';
import { CallError } from './call-error.ts';

/** Maximum size of a body, far more than the parameters of any tool need. */
const maxBodyBytes = 1024 * 1024;

/** @throws BodyError; CallError if the media type is not JSON; PlatformError if the body does not match the schema */
export async function readBody<Schema extends z.ZodType>(
  request: HonoRequest,
  schema: Schema,
): Promise<z.output<Schema>> {
  if (mediaTypeOf(request.header('content-type')) !== 'application/json')
    throw new CallError({ code: 'BAD_USER_INPUT', message: 'The body must be application/json.', status: 415 });
  return readRequest(schema, readJson(await readTextBody(request.raw, { maxBytes: maxBodyBytes })));
}

/** @throws PlatformError that names every missing, invalid and unknown key */
export function readRequest<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = inputIssues(schema, value);
  if ('data' in parsed) return parsed.data;
  throw invalidInput(parsed.issues);
}

/** @throws PlatformError that names every repeated parameter */
export function readQuery(query: Record<string, string[]>): Record<string, string | undefined> {
  const repeated = Object.keys(query).filter((key) => query[key]?.length !== 1);
  if (repeated.length > 0)
    throw invalidInput(repeated.map((key) => ({ path: [key], message: 'must not be repeated' })));
  return Object.fromEntries(Object.entries(query).map(([key, values]) => [key, values[0]]));
}

/** @throws PlatformError if the header is empty or too long */
export function readIdempotencyKey(key: string | undefined): string | undefined {
  if (key === undefined || (key.length > 0 && key.length <= maxIdempotencyKeyLength)) return key;
  const message = `The header Idempotency-Key must have 1 to ${maxIdempotencyKeyLength} characters.`;
  throw new PlatformError({ code: 'BAD_USER_INPUT', message });
}

/** Maximum nesting of a body, far deeper than the parameters of any tool. */
const maxLevels = 64;

/** @throws PlatformError if the text is not JSON, or is nested more than `maxLevels` deep */
function readJson(text: string): unknown {
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

/** Iterates level by level, because hostile input could exhaust the stack of a recursive function. */
function isDeeperThan(levels: number, value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levels) return true;
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return false;
}
