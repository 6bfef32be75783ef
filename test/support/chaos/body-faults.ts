import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import type { Fault } from './exchange.ts';
import { wait } from './wait.ts';

// All faults in this file execute the call; only the response is faulty.

/** Resets the connection after half of the response. */
export const resetInBody: Fault = async ({ request, response, reply }) => {
  const text = JSON.stringify((await reply()).body);
  begin(response, { 'content-length': String(Buffer.byteLength(text)) });
  response.write(text.slice(0, text.length / 2), () => request.socket.resetAndDestroy());
};

/** Sends one byte every `everyMs` milliseconds. */
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

/** Responds with this text instead of JSON. */
export const text =
  (body: string): Fault =>
  async ({ sendText, reply }) => {
    await reply();
    sendText(body);
  };

/** Responds with half of the JSON and declares the length of the half or of the whole JSON. */
export const truncated =
  (contentLength: 'of the half' | 'of the whole'): Fault =>
  async ({ response, reply, sendText }) => {
    const whole = JSON.stringify((await reply()).body);
    const half = whole.slice(0, whole.length / 2);
    if (contentLength === 'of the half') return sendText(half);
    begin(response, { 'content-length': String(Buffer.byteLength(whole)) });
    response.write(half, () => response.socket?.end());
  };

/** Responds with this value instead of `{ data, execution_id }`. */
export const envelope =
  (body: unknown): Fault =>
  async ({ send, reply }) => {
    await reply();
    send({ status: 200, headers: {}, body });
  };

/** Rewrites the payload of the tool. */
export const payload =
  (rewrite: (data: unknown) => unknown): Fault =>
  async ({ send, reply }) => {
    const { body, ...head } = await reply();
    const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined;
    send({ ...head, body: { ...Object(body), data: rewrite(data) } });
  };

/** Declares gzip encoding, and sends the whole response, a part of it, or content that is not gzip. */
export const gzip =
  (content: 'nonsense' | 'cut off' | 'complete'): Fault =>
  async ({ response, reply }) => {
    const complete = gzipSync(JSON.stringify((await reply()).body));
    const bytes = {
      nonsense: Buffer.from('this is no gzip'),
      'cut off': complete.subarray(0, complete.length / 2),
      complete,
    };
    begin(response, { 'content-encoding': 'gzip' });
    response.end(bytes[content]);
  };

/** Responds with valid JSON after `bytes` of white space, as fast as the client reads. */
export const huge =
  (bytes: number): Fault =>
  async ({ response, reply }) => {
    const { body } = await reply();
    begin(response);
    const blank = Buffer.alloc(64 * 1024, ' ');
    const chunks = Array.from({ length: Math.ceil(bytes / blank.length) }, () => blank);
    // The client may close the connection.
    await pipeline(Readable.from([...chunks, JSON.stringify(body)]), response).catch(() => {});
  };

function begin(response: ServerResponse, headers: Record<string, string> = {}): void {
  response.writeHead(200, { 'content-type': 'application/json', ...headers });
}
