import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type Fault, send } from './exchange.ts';

// What was asked is done by all of these: only the answer is at fault.

/** Ends the connection when half of the answer is out. */
export const resetInBody: Fault = async ({ request, response, reply }) => {
  const text = JSON.stringify((await reply()).body);
  begin(response, { 'content-length': String(Buffer.byteLength(text)) });
  response.write(text.slice(0, text.length / 2), () => request.socket.resetAndDestroy());
};

/** Sends a byte, and so many milliseconds later the next. */
export const drip =
  (everyMs: number): Fault =>
  async ({ response, reply }) => {
    const bytes = Buffer.from(JSON.stringify((await reply()).body));
    begin(response);
    for (const byte of bytes) {
      if (response.destroyed) return;
      response.write(Buffer.from([byte]));
      await wait(everyMs);
    }
    response.end();
  };

/** Answers this text in the place of JSON. */
export const text =
  (body: string): Fault =>
  async ({ response, reply }) => {
    await reply();
    begin(response);
    response.end(body);
  };

/** Half of the JSON, with its own length or with that of the whole. */
export const truncated =
  (contentLength: 'of the half' | 'of the whole'): Fault =>
  async ({ response, reply }) => {
    const whole = Buffer.from(JSON.stringify((await reply()).body));
    const half = whole.subarray(0, whole.length / 2);
    begin(response, { 'content-length': String((contentLength === 'of the half' ? half : whole).length) });
    response.write(half, () => (contentLength === 'of the half' ? response.end() : response.socket?.end()));
  };

/** Answers this in the place of the envelope. */
export const envelope =
  (body: unknown): Fault =>
  async ({ response, reply }) => {
    await reply();
    send(response, { status: 200, headers: {}, body });
  };

/** Rewrites what the tool answered. */
export const payload =
  (rewrite: (data: unknown) => unknown): Fault =>
  async ({ response, reply }) => {
    const { body, ...head } = await reply();
    const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined;
    send(response, { ...head, body: { ...Object(body), data: rewrite(data) } });
  };

/** Says that the answer is gzip: of something else, or in vain. */
export const gzip =
  (content: 'nonsense' | 'cut off' | 'sound'): Fault =>
  async ({ response, reply }) => {
    const sound = gzipSync(JSON.stringify((await reply()).body));
    const bytes = { nonsense: Buffer.from('this is no gzip'), 'cut off': sound.subarray(0, sound.length / 2), sound };
    begin(response, { 'content-encoding': 'gzip' });
    response.end(bytes[content]);
  };

/** Sound JSON with so many bytes of white space before it, sent as fast as they are taken. */
export const huge =
  (bytes: number): Fault =>
  async ({ response, reply }) => {
    const { body } = await reply();
    begin(response);
    const blank = Buffer.alloc(64 * 1024, ' ');
    const chunks = Array.from({ length: Math.ceil(bytes / blank.length) }, () => blank);
    // A caller who has had enough ends it.
    await pipeline(Readable.from([...chunks, JSON.stringify(body)]), response).catch(() => {});
  };

function begin(response: ServerResponse, headers: Record<string, string> = {}): void {
  response.writeHead(200, { 'content-type': 'application/json', ...headers });
}
