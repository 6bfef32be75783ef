import type { HonoRequest } from 'hono';
import type { z } from 'zod';
import { readTextBody } from '../../tools/rules/request-body.ts';
import { CallError } from './call-error.ts';
import { mediaTypeOf, readJson, readRequest } from './read-request.ts';

/** Maximum size of a request body; far more than the parameters of any tool need. */
const maxBodyBytes = 1024 * 1024;

/**
 * Reads a JSON body.
 * @throws BodyError; CallError if it has another media type; PlatformError if it does not match the schema
 */
export async function readBody<Schema extends z.ZodType>(
  request: HonoRequest,
  schema: Schema,
): Promise<z.output<Schema>> {
  if (mediaTypeOf(request.header('content-type')) !== 'application/json')
    throw new CallError({ code: 'BAD_USER_INPUT', message: 'The body must be application/json.', status: 415 });
  return readRequest(schema, readJson(await readTextBody(request.raw, { maxBytes: maxBodyBytes })));
}
