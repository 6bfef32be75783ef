import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { parseAccept } from 'hono/utils/accept';

interface ServedText {
  mediaType: string;
  /** Further headers of the response; a `vary` must include `Accept-Encoding`. */
  headers?: Record<string, string>;
  /** Renders the text for the first request; after a failure, for the next request. */
  render: () => string | Promise<string>;
}

interface RenderedText {
  body: Buffer;
  version: string;
  encoded: Map<Encoding, Promise<Buffer>>;
}

/** Renders the text once, and compresses it once for each encoding. Clients that already have it get status 304. */
export function createTextHandler({ mediaType, headers, render }: ServedText): (request: Request) => Promise<Response> {
  let rendered: Promise<RenderedText> | undefined;

  async function renderText(): Promise<RenderedText> {
    const text = await render();
    return { body: Buffer.from(text), version: hash('sha256', text, 'base64url'), encoded: new Map() };
  }

  return async ({ headers: requestHeaders }) => {
    rendered ??= renderText().catch((error: unknown) => {
      rendered = undefined;
      throw error;
    });
    const { body, version, encoded } = await rendered;
    const encoding = encodingFor(requestHeaders.get('accept-encoding'));
    const etag = `"${version}-${encoding}"`;
    const sent = { etag, 'cache-control': 'private, no-cache', vary: 'Accept-Encoding', ...headers };
    if (isCached(requestHeaders.get('if-none-match'), etag)) return new Response(null, { status: 304, headers: sent });
    const compressed = encoded.get(encoding) ?? encoders[encoding](body);
    encoded.set(encoding, compressed);
    return new Response(new Uint8Array(await compressed), {
      headers: {
        ...sent,
        'content-type': mediaType,
        ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      },
    });
  };
}

/** Whether the client has the response, by its header `If-None-Match`. */
export const isCached = (known: string | null | undefined, etag: string): boolean =>
  known?.trim() === '*' || known?.includes(etag) === true;

export type Encoding = 'br' | 'gzip' | 'identity';

/** With quality 5, Brotli takes about as long as gzip; with its default quality, several times as long. */
export const encoders: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body) => promisify(gzip)(body),
  identity: async (body) => body,
};

export function encodingFor(acceptEncoding: string | null): Encoding {
  const accepted = parseAccept(acceptEncoding ?? '').filter(({ q }) => q > 0);
  return (['br', 'gzip'] as const).find((name) => accepted.some(({ type }) => type === name)) ?? 'identity';
}
