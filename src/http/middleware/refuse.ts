import type { Context } from 'hono';
import { type CodeOf, errorCodes } from '../../tools/error-codes.ts';
import { negotiateMediaType } from './media-type.ts';

interface Refusal {
  code: CodeOf<'request'>;
  message: string;
  headers?: Record<string, string>;
}

/** Answers a request that no operation is run for, in the form of a GraphQL answer. */
export function refuse(c: Context, { code, message, headers }: Refusal): Response {
  const mediaType = negotiateMediaType(c.req.header('accept') ?? null);
  const body = JSON.stringify({ errors: [{ message, extensions: { code } }] });
  return c.body(body, errorCodes[code].status, { ...headers, 'content-type': `${mediaType}; charset=utf-8` });
}
