import { MIMEType } from 'node:util';
import type { MiddlewareHandler } from 'hono';
import { refuse } from './refuse.ts';

/** Either of these headers makes a browser ask first before another site's page may send the request. */
const proofHeaders = ['x-graphql-yoga-csrf', 'apollo-require-preflight'];

/**
 * Refuses requests that a page of another site could make a browser send without asking first: anything that is not
 * JSON needs one of the two headers.
 * @param options.exempt what is answered without running an operation
 */
export function refuseForgeries({ exempt }: { exempt: (request: Request) => boolean }): MiddlewareHandler {
  return async (c, next) => {
    const { headers } = c.req.raw;
    const isProven = isJson(headers.get('content-type')) || proofHeaders.some((name) => headers.has(name));
    if (isProven || exempt(c.req.raw)) return next();
    return refuse(c, { code: 'CSRF_PREVENTED', message });
  };
}

const message = `Send the operation as application/json, or with the header ${proofHeaders.join(' or ')}: a page of another site could have sent this request as it is.`;

function isJson(contentType: string | null): boolean {
  if (contentType === null) return false;
  try {
    const { type, subtype } = new MIMEType(contentType);
    return type === 'application' && (subtype === 'json' || subtype.endsWith('+json'));
  } catch {
    return false;
  }
}
