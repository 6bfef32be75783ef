import type { Readable } from 'node:stream';
import type { Context } from 'hono';
import type { UploadStore } from './multipart.ts';
import type { AccessLogVariables } from '../middleware/access-log-entry.ts';

interface FoundRecording {
  key: string;
  size: number;
  mediaType: string;
}

/** The recordings of this server, as the routes use them. */
export interface RecordingRoutes extends UploadStore {
  find(address: {
    key: string;
    expires: string;
    signature: string;
  }): Promise<FoundRecording | 'missing' | 'expired' | 'forged'>;
  open(key: string, range?: { first: number; last: number }): Promise<{ content: Readable } | undefined>;
}

/** Streams a recording to whoever has a signed address of it; everybody else learns nothing. */
export async function serveRecording(
  c: Context<{ Variables: AccessLogVariables }, '/recordings/:key'>,
  recordings: RecordingRoutes,
) {
  const { expires = '', signature = '' } = c.req.query();
  const found = await recordings.find({ key: c.req.param('key'), expires, signature });
  if (found === 'missing') return c.body(null, 404);
  if (found === 'expired' || found === 'forged') return c.body(null, 403);
  const { key, size, mediaType } = found;
  const headers = {
    'content-type': mediaType,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    // A recording is what somebody sent: it must never be taken for a page of this server.
    'content-disposition': 'attachment',
    'x-content-type-options': 'nosniff',
    // Who has the address may play it on a page of any site.
    'cross-origin-resource-policy': 'cross-origin',
  };
  const range = readRange(c.req.header('range'), size);
  if (range === 'unsatisfiable') return c.body(null, 416, { 'content-range': `bytes */${size}` });
  const { first, last } = range ?? { first: 0, last: size - 1 };
  const length = { 'content-length': String(last - first + 1) };
  const part = range && { 'content-range': `bytes ${first}-${last}/${size}` };
  const recording = await recordings.open(key, range);
  if (!recording) return c.body(null, 404);
  return new Response(streamOf(recording.content), {
    status: range ? 206 : 200,
    headers: { ...headers, ...length, ...part },
  });
}

function streamOf(content: Readable): ReadableStream {
  const chunks: AsyncIterator<Uint8Array> = content[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => void content.destroy(),
  });
}

/** One range of bytes, as players ask for; several at once, or another unit, are answered with the whole. */
function readRange(
  header: string | undefined,
  size: number,
): { first: number; last: number } | 'unsatisfiable' | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || from + to === '') return undefined;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first > last ? 'unsatisfiable' : { first, last };
}
