import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { compressResponses, minCompressedBytes } from '../../../src/http/compression/compress-responses.ts';

const large = JSON.stringify('a'.repeat(minCompressedBytes - 2));

describe('COMPRESS_RESPONSES', () => {
  const request = async (response: () => Response, init?: RequestInit) => {
    const app = new Hono();
    app.use(compressResponses());
    app.get('/', response);
    const answer = await app.request('/', { headers: { 'accept-encoding': 'gzip, br' }, ...init });
    const { headers } = answer;
    return {
      encoding: headers.get('content-encoding'),
      vary: headers.get('vary'),
      body: Buffer.from(await answer.arrayBuffer()),
    };
  };
  const json = (text: string, headers = {}) =>
    new Response(text, {
      headers: { 'content-type': 'application/json; charset=utf-8', 'content-length': String(text.length), ...headers },
    });
  const accepting = (accepted: string) => ({ headers: { 'accept-encoding': accepted } });

  it('compresses JSON from 4096 bytes, with Brotli or gzip', async () => {
    const [brotli, gzip] = [await request(() => json(large)), await request(() => json(large), accepting('gzip'))];

    expect(brotli).toMatchObject({ encoding: 'br', vary: 'Accept-Encoding' });
    expect(brotliDecompressSync(brotli.body).toString()).toBe(large);
    expect(gzip).toMatchObject({ encoding: 'gzip', vary: 'Accept-Encoding' });
    expect(gunzipSync(gzip.body).toString()).toBe(large);
  });

  const small = large.slice(1);
  it.each([
    ['a smaller response', () => json(small), accepting('br'), { vary: 'Accept-Encoding', body: small }],
    ['a client that accepts neither', () => json(large), accepting('br;q=0, deflate'), { vary: 'Accept-Encoding' }],
    ['a compressed response', () => json(large, { 'content-encoding': 'zstd' }), {}, { encoding: 'zstd', vary: null }],
    ['a stream of events', () => json(large, { 'content-type': 'text/event-stream' }), {}, { vary: null }],
    ['a recording', () => json(large, { 'content-type': 'audio/mpeg' }), {}, { vary: null }],
    ['HEAD', () => json(large), { ...accepting('br'), method: 'HEAD' }, { vary: 'Accept-Encoding', body: '' }],
  ])('sends %s unchanged', async (_name, response, init, expected) => {
    const { body, ...headers } = await request(response, init);
    expect({ ...headers, body: body.toString() }).toEqual({ encoding: null, body: large, ...expected });
  });
});
