import type { Context } from 'hono';
import { type RefusalCode, refusalStatus } from '../graphql/errors/answer-status.ts';
import { negotiateMediaType } from './media-type.ts';

interface Refusal {
  code: RefusalCode;
  message: string;
  headers?: Record<string, string>;
}

/** Answers a request that no operation is run for, in the form of a GraphQL answer. */
export function refuse(c: Context, { code, message, headers }: Refusal): Response {
  const mediaType = negotiateMediaType(c.req.header('accept') ?? null);
  const body = JSON.stringify({ errors: [{ message, extensions: { code } }] });
  return c.body(body, refusalStatus[code], { ...headers, 'content-type': `${mediaType}; charset=utf-8` });
}
