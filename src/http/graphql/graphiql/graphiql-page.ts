import { hash } from 'node:crypto';
import type { Context } from 'hono';
import { encoders, type Encoding, encodingFor } from '../../compression/encodings.ts';
import type { Bundle } from './bundle/bundle.ts';
import { graphiqlPolicy, type PageOptions, renderGraphiql } from './graphiql.ts';

export interface GraphiqlPageOptions extends PageOptions {
  openBundle: () => Promise<Bundle>;
}

/**
 * Creates the handler that sends the GraphiQL page, or status 304 to a browser that already has it. The page is rendered
 * for the first request, and compressed once for each encoding.
 */
export function createGraphiqlPage({ openBundle, ...options }: GraphiqlPageOptions): (c: Context) => Promise<Response> {
  let rendered: Promise<{ page: Buffer; version: string }> | undefined;
  const encoded = new Map<Encoding, Promise<Buffer>>();

  async function render() {
    const page = renderGraphiql(await openBundle(), options);
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
