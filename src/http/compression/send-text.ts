import { hash } from 'node:crypto';
import type { Context } from 'hono';
import { encoders, type Encoding, encodingFor } from './encodings.ts';

interface ServedText {
  mediaType: string;
  /** Called for the first request only. */
  render: () => string;
}

/**
 * Creates a handler that sends a text, or status 304 to a client that already has it. The text is compressed once for
 * each encoding.
 */
export function sendText({ mediaType, render }: ServedText): (c: Context) => Promise<Response> {
  let rendered: { text: Buffer; version: string } | undefined;
  const encoded = new Map<Encoding, Promise<Buffer>>();

  function renderOnce() {
    const text = render();
    return { text: Buffer.from(text), version: hash('sha256', text, 'base64url') };
  }

  return async (c) => {
    rendered ??= renderOnce();
    const encoding = encodingFor(c.req.header('accept-encoding'));
    const etag = `"${rendered.version}-${encoding}"`;
    const headers = { etag, 'cache-control': 'private, no-cache', vary: 'Accept-Encoding' };
    if (c.req.header('if-none-match')?.includes(etag)) return c.body(null, 304, headers);
    const body = encoded.get(encoding) ?? encoders[encoding](rendered.text);
    encoded.set(encoding, body);
    return c.body(new Uint8Array(await body), 200, {
      ...headers,
      'content-type': mediaType,
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    });
  };
}
