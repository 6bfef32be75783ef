import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';

/**
 * Lets pages of these origins ask the graph, and no others: for those there is no word about it. Callers show a token
 * in a header and no cookie, so that pages need no credentials.
 */
export function allowOrigins(origins: readonly string[]): MiddlewareHandler {
  const allowed = new Set(origins);
  const allow = cors({
    origin: [...origins],
    allowMethods: ['GET', 'POST'],
    allowHeaders: [
      'authorization',
      'content-type',
      'apollo-require-preflight',
      'x-graphql-yoga-csrf',
      'x-request-id',
      'x-tool-trace',
    ],
    exposeHeaders: ['x-request-id', 'retry-after'],
    maxAge: 600,
  });
  return async (c, next) => {
    if (allowed.has(c.req.header('origin') ?? '')) return allow(c, next);
    await next();
    // The same address answers others with more headers: whoever keeps answers must tell them apart.
    if (allowed.size > 0) c.header('vary', 'Origin', { append: true });
  };
}
