import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { graphiqlPolicy, renderGraphiql } from './graphiql.ts';

type Encoding = 'br' | 'gzip' | 'identity';

/** Compresses outside the event loop. The highest quality of Brotli would take half a minute for a page of 9 MB. */
const encoders: Record<Encoding, (page: Buffer) => Promise<Buffer>> = {
  br: (page) => promisify(brotliCompress)(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (page) => promisify(gzip)(page),
  identity: async (page) => page,
};

/**
 * Creates the handler that sends the GraphiQL page, or status 304 to a browser that already has it. The page is rendered
 * for the first request, and compressed once for each encoding.
 */
export function createGraphiqlPage(): (c: Context) => Promise<Response> {
  let rendered: Promise<{ page: Buffer; version: string }> | undefined;
  const encoded = new Map<Encoding, Promise<Buffer>>();

  async function render() {
    const page = await renderGraphiql();
    return { page: Buffer.from(page), version: hash('sha256', page, 'base64url') };
  }

  return async (c) => {
    rendered ??= render();
    const { page, version } = await rendered;
    const encoding = encodingFor(c.req.header('accept-encoding'));
    const etag = `"${version}-${encoding}"`;
    // `/graphql` also answers operations, depending on the `Accept` header.
    const headers = {
      etag,
      'cache-control': 'private, no-cache',
      vary: 'Accept, Accept-Encoding',
      'content-security-policy': graphiqlPolicy,
    };
    if (c.req.header('if-none-match')?.includes(etag)) return c.body(null, 304, headers);
    const body = encoded.get(encoding) ?? encoders[encoding](page);
    encoded.set(encoding, body);
    return c.body(new Uint8Array(await body), 200, {
      ...headers,
      'content-type': 'text/html',
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    });
  };
}

/** Returns the smallest encoding that a client accepts. */
function encodingFor(acceptEncoding: string | undefined): Encoding {
  const accepted = parseAccept(acceptEncoding ?? '').filter(({ q }) => q > 0);
  return (['br', 'gzip'] as const).find((name) => accepted.some(({ type }) => type === name)) ?? 'identity';
}
