import type { MiddlewareHandler } from 'hono';
import { isJson } from '../middleware/browser-rules.ts';
import { encoders, encodingFor } from './encodings.ts';

/** Minimum size of a compressed body in bytes. A smaller one takes a few packets at most. */
export const minCompressedBytes = 4096;

/**
 * Compresses large JSON responses for clients that accept it. Other responses are sent unchanged: streams of events must
 * not wait for more text, and GraphiQL is compressed already.
 */
export function compressResponses(): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    if (!isJson(headers.get('content-type')) || headers.has('content-encoding')) return;
    headers.append('vary', 'Accept-Encoding');
    const encoding = encodingFor(c.req.header('accept-encoding'));
    if (encoding === 'identity' || c.req.method === 'HEAD') return;
    const { status } = c.res;
    const body = Buffer.from(await c.res.arrayBuffer());
    const isLarge = body.length >= minCompressedBytes;
    if (isLarge) headers.set('content-encoding', encoding);
    headers.delete('content-length');
    // Remove the old response first: Hono would merge the two, and turn the body into a stream.
    c.res = undefined;
    c.res = new Response(new Uint8Array(isLarge ? await encoders[encoding](body) : body), { status, headers });
  };
}
