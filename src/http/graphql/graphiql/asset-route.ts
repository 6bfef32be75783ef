import { extname } from 'node:path';
import type { Context } from 'hono';
import { encoders, encodingFor, isCached } from '../../text-handler.ts';
import type { AccessLogVariables } from '../../middleware/access-log.ts';
import { openBundle } from './bundle.ts';

/** Path under which the files are served, relative to the page. */
export const assetsPath = 'graphql/assets/';

const mediaTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.ttf': 'font/ttf',
};

/** A worker obeys the content security policy of its own script, not that of the page. */
const assetPolicy = "default-src 'none'; script-src 'self'; frame-ancestors 'none'";

/** Compresses a file anew for each request: a browser requests a file once, and caches it for a year. */
export async function sendAsset(c: Context<{ Variables: AccessLogVariables }>): Promise<Response> {
  const name = c.req.param('name') ?? '';
  const { files } = await openBundle();
  const content = files.get(name);
  if (content === undefined) return c.notFound();
  // Log these requests as minor, because a page of GraphiQL loads twenty files.
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
  const body = await encoders[encoding](Buffer.from(content.buffer, content.byteOffset, content.byteLength));
  return c.body(new Uint8Array(body), 200, {
    ...headers,
    'content-type': mediaTypes[extname(name)] ?? 'application/octet-stream',
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  });
}
