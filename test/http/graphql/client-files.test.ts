import { brotliDecompressSync } from 'node:zlib';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { clientFiles } from '../../../src/graph/client-files.ts';
import { schema } from '../../../src/graph/schema.ts';
import { createSigningKey, sign, startIssuer } from '../../support/network/token-issuer.ts';
import { startHttpGraph, useHttpGraph } from '../http-graph.ts';
import { sendRaw } from '../../support/network/raw-request.ts';

const files = clientFiles.map(({ name, mediaType, print }) => ({ path: `/${name}`, mediaType, text: print(schema) }));

describe('the schema files', () => {
  const graph = useHttpGraph();

  it.each(files)('are the files that schema:print writes: $path', async ({ path, mediaType, text }) => {
    const response = await fetch(graph.origin + path);

    expect([response.status, response.headers.get('content-type')]).toEqual([200, mediaType]);
    expect(await response.text()).toBe(text);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: 'Accept-Encoding',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    });
  });

  it.each(files)('are sent once to a client that stores $path', async ({ path }) => {
    const first = await fetch(graph.origin + path);
    await first.body?.cancel();
    const again = await fetch(graph.origin + path, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });

    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', first.headers.get('etag')]);
  });

  it('are compressed for clients that accept it, under an ETag of their own', async () => {
    const send = async (encoding: string) => {
      const sent = request(`${graph.origin}/schema.graphql`, { headers: { 'accept-encoding': encoding } }).end();
      const [response] = await once(sent, 'response');
      return { headers: response.headers, body: await buffer(response) };
    };
    const [compressed, plain] = [await send('br'), await send('identity')];

    expect([compressed.headers['content-encoding'], plain.headers['content-encoding']]).toEqual(['br', undefined]);
    expect(compressed.body.length).toBeLessThan(30_000);
    expect(brotliDecompressSync(compressed.body).equals(plain.body)).toBe(true);
    expect(compressed.headers.etag).not.toBe(plain.headers.etag);
  });

  it('are not sent to other hosts while callers are not authenticated', async () => {
    const { status } = await sendRaw(`${graph.origin}/schema.graphql`, { headers: { host: 'evil.example' } });
    expect(status).toBe(403);
  });
});

describe.each([{ INTROSPECTION: 'false' }, { NODE_ENV: 'production' }])('the schema files with %o', (environment) => {
  it('are not found, with the reason', async () => {
    const graph = await startHttpGraph({ environment });
    for (const { path } of files) {
      const response = await fetch(graph.origin + path);
      const message = `There is no ${path} because introspection is disabled; operators can set INTROSPECTION=true.`;
      expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
      expect(await response.json()).toEqual({ errors: [{ message, extensions: { code: 'NOT_FOUND' } }] });
    }
    await graph.close();
  });
});

describe('the schema files with authentication', () => {
  it('require the token that introspection requires', async () => {
    const key = await createSigningKey('key-1');
    const issuer = await startIssuer(key);
    const graph = await startHttpGraph({ environment: issuer.environment });
    const authorization = `Bearer ${await sign(key, {})}`;
    for (const { path } of files) {
      const unknown = await fetch(graph.origin + path);
      const known = await fetch(graph.origin + path, { headers: { authorization } });
      await known.body?.cancel();

      expect([unknown.status, known.status]).toEqual([401, 200]);
      expect(await unknown.json()).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
    }
    await graph.close();
    await issuer.close();
  });
});
