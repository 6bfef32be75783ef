import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { Context } from 'hono';
import { encoders, type Encoding, encodingFor, isCached } from '../../../text-handler.ts';
import type { AccessLogVariables } from '../../../middleware/access-log.ts';
import type { Bundle } from './bundle.ts';

const mediaTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.ttf': 'font/ttf',
};

/** The policy of a worker is that of its script. */
const assetPolicy = "default-src 'none'; script-src 'self'; frame-ancestors 'none'";

export function createAssetRoute(open: () => Promise<Bundle>) {
  return async (c: Context<{ Variables: AccessLogVariables }>): Promise<Response> => {
    const name = c.req.param('name') ?? '';
    const { files } = await open();
    const stored = Object.hasOwn(files, name) ? files[name] : undefined;
    if (stored === undefined) return c.notFound();
    // A page of GraphiQL loads twenty files.
    c.var.logEntry.isMinor = true;
    const encoding = encodingFor(c.req.header('accept-encoding') ?? null);
    const etag = `"${name}-${encoding}"`;
    const headers = {
      etag,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
      'content-security-policy': assetPolicy,
    };
    if (isCached(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers);
    const body = await encoded(Buffer.from(stored, 'base64'), encoding);
    return c.body(new Uint8Array(body), 200, {
      ...headers,
      'content-type': mediaTypes[extname(name)] ?? 'application/octet-stream',
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    });
  };
}

/** All browsers accept Brotli over HTTPS and on localhost, so other encodings are not stored. */
async function encoded(compressed: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'br' ? compressed : encoders[encoding](await promisify(brotliDecompress)(compressed));
}
