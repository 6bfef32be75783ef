import { Readable } from 'node:stream';
import type { Context } from 'hono';
import type { ByteRange, RecordingAccess } from '../../infrastructure/storage/recording-store.ts';

export async function serveRecording(c: Context, recordings: RecordingAccess): Promise<Response> {
  const { expires = '', signature = '' } = c.req.query();
  const found = await recordings.findSigned({ key: c.req.param('key') ?? '', expires, signature });
  if (found === 'missing') return c.body(null, 404);
  if (found === 'expired' || found === 'forged') return c.body(null, 403);
  const { key, size, mediaType } = found;
  const range = readRange(c.req.header('range'), size);
  if (range === 'unsatisfiable') return c.body(null, 416, { 'content-range': `bytes */${size}` });
  const { first, last } = range ?? { first: 0, last: size - 1 };
  const content = await recordings.open(key, range);
  if (!content) return c.body(null, 404);
  // `unknown` hides that Node and the DOM declare different types for `ReadableStream`, which is one class at run time.
  const body: unknown = Readable.toWeb(content);
  return new Response(body instanceof ReadableStream ? body : null, {
    status: range ? 206 : 200,
    headers: {
      'content-type': mediaType,
      'content-length': String(last - first + 1),
      ...(range && { 'content-range': `bytes ${first}-${last}/${size}` }),
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      // Recordings are uploaded by clients: a browser must never show one as a page of this server.
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
      // Pages of any site may play a recording from its signed URL.
      'cross-origin-resource-policy': 'cross-origin',
    },
  });
}

/** Media players send a single byte range. Several ranges or another unit count as none. */
function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || from + to === '') return undefined;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first > last ? 'unsatisfiable' : { first, last };
}
