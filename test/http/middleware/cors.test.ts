import { describe, expect, it } from 'vitest';
import { createListBody, startHttpGraph, useHttpGraph } from '../http-graph.ts';
import { postJson } from '../../support/network/post-json.ts';
import { useLog } from '../../support/log-capture.ts';
import { sendRaw } from '../../support/network/raw-request.ts';

const allowed = 'https://app.example';

const corsHeaders = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));

describe('CORS_ORIGINS', () => {
  let isOverloaded = false;
  const { log, lines } = useLog();
  const graph = useHttpGraph({
    environment: { CORS_ORIGINS: `${allowed}, http://localhost:5173`, CORS_HEADERS: 'X-App-Version, x-tenant' },
    log,
    isOverloaded: () => isOverloaded,
  });

  const post = (origin: string, body = '{ "query": "{ __typename }" }') =>
    postJson(`${graph.origin}/graphql`, body, { headers: { origin } });
  const preflight = (path: string, origin: string) =>
    fetch(graph.origin + path, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
    });

  const readable = {
    'access-control-allow-origin': allowed,
    'access-control-expose-headers': 'x-request-id,retry-after,ratelimit,ratelimit-policy',
  };

  it.each([allowed, 'http://localhost:5173'])('allows pages of %s', async (origin) => {
    const response = await post(origin);
    expect(response.status).toBe(200);
    expect(corsHeaders(response)).toEqual({ ...readable, 'access-control-allow-origin': origin });
    expect(response.headers.get('vary')).toBe('Origin');
  });

  it('lets allowed pages read errors', async () => {
    expect(corsHeaders(await post(allowed, '{ "query": "{ nothing }" }'))).toEqual(readable);
    const large = await post(allowed, JSON.stringify({ query: 'x'.repeat(1024 * 1024) }));
    expect({ status: large.status, ...corsHeaders(large) }).toEqual({ status: 413, ...readable });
  });

  it('lets allowed pages read when to retry while the server is overloaded', async () => {
    isOverloaded = true;
    const rejected = await post(allowed, '{ "query": "{ __typename }" }');
    expect([rejected.status, (await preflight('/graphql', allowed)).status]).toEqual([503, 204]);
    isOverloaded = false;
    expect(rejected.headers.get('retry-after')).toBe('1');
    expect(corsHeaders(rejected)).toEqual(readable);
  });

  it('accepts the preflight request of an allowed page', async () => {
    const response = await preflight('/graphql', allowed);
    expect(response.status).toBe(204);
    expect(corsHeaders(response)).toEqual({
      ...readable,
      'access-control-allow-methods': 'GET,POST',
      'access-control-allow-headers': [
        'authorization',
        'content-type',
        'x-graphql-yoga-csrf',
        'apollo-require-preflight',
        'graphql-require-preflight',
        'x-apollo-operation-name',
        'x-requested-with',
        'apollographql-client-name',
        'apollographql-client-version',
        'traceparent',
        'tracestate',
        'baggage',
        'sentry-trace',
        'x-request-id',
        'x-tool-trace',
        'x-explain',
        'x-simulate',
        'x-app-version',
        'x-tenant',
      ].join(),
      'access-control-max-age': '600',
    });
  });

  it.each([
    'https://elsewhere.example',
    'https://app.example.elsewhere.example',
    'https://sub.app.example',
    'http://app.example',
    'https://app.example:8443',
    'HTTPS://APP.EXAMPLE',
    'null',
    '*',
  ])('sends no CORS headers to pages of %s', async (origin) => {
    const answers = [await post(origin), await preflight('/graphql', origin)];
    expect(answers.map(corsHeaders)).toEqual([{}, {}]);
    expect(answers.map(({ status }) => status)).toEqual([200, 403]);
    expect(answers.map(({ headers }) => headers.get('vary'))).toEqual(['Origin', 'Origin']);
  });

  it('says in the response and in the log how to allow an origin', async () => {
    const response = await preflight('/graphql', 'https://elsewhere.example');
    expect(await response.json()).toEqual({
      errors: [
        {
          message: 'Pages of https://elsewhere.example may not call the graph. Add this origin to CORS_ORIGINS.',
          extensions: { code: 'FORBIDDEN' },
        },
      ],
    });
    expect(lines).toMatchObject([
      {
        status: 403,
        errorCodes: ['FORBIDDEN'],
        reason: 'CORS_ORIGINS does not contain https://elsewhere.example',
        msg: 'OPTIONS /graphql',
      },
    ]);
  });

  it.each(['/', '/health', '/nowhere'])('sends no CORS headers at %s', async (path) => {
    expect(corsHeaders(await preflight(path, allowed))).toEqual({});
    expect(corsHeaders(await fetch(graph.origin + path, { headers: { origin: allowed }, redirect: 'manual' }))).toEqual(
      {},
    );
  });

  it('does not weaken CSRF prevention for an allowed page', async () => {
    const response = await fetch(`${graph.origin}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', origin: allowed },
      body: createListBody.json('forged'),
    });
    expect(response.status).toBe(403);
    expect(await graph.listNames()).toEqual([]);
  });
});

describe('a pattern in CORS_ORIGINS', () => {
  const graph = useHttpGraph({
    environment: { CORS_ORIGINS: 'https://*.app.example, https://*.preview.example:8443, https://app.example' },
  });

  const allowedOrigin = async (origin: string) => {
    const { headers } = await graph.send({ query: '{ __typename }' }, { origin });
    return headers.get('access-control-allow-origin');
  };

  it.each([
    'https://app.example',
    'https://www.app.example',
    'https://pr-12.app.example',
    'https://a_b.app.example',
    'https://x.preview.example:8443',
  ])('allows pages of %s', async (origin) => expect(await allowedOrigin(origin)).toBe(origin));

  it.each([
    'https://a.b.app.example',
    'https://.app.example',
    'https://*.app.example',
    'http://www.app.example',
    'https://www.app.example:8443',
    'https://www.app.example.elsewhere.example',
    'https://elsewhere.example/.app.example',
    'https://elsewhere.example#.app.example',
    'https://user@x.app.example',
    'https://wwwapp.example',
    'https://preview.example:8443',
    'https://x.preview.example',
  ])('sends no CORS headers to pages of %s', async (origin) => expect(await allowedOrigin(origin)).toBe(null));

  it('applies to WebSockets', async () => {
    const statusOf = async (origin: string) => {
      const headers = { upgrade: 'websocket', connection: 'Upgrade', origin };
      const response = await sendRaw(`${graph.origin}/graphql`, { headers });
      return [response.status, response.headers['cache-control'], response.text];
    };
    // An allowed origin gets as far as the check of the subprotocol.
    const protocolRule = 'The subprotocol must be graphql-transport-ws.';
    expect(await statusOf('https://www.app.example')).toEqual([400, 'no-store', protocolRule]);
    const originRule = 'Pages of this origin may not connect. Add it to CORS_ORIGINS.';
    expect(await statusOf('https://a.b.app.example')).toEqual([403, 'no-store', originRule]);
  });
});

describe('without CORS_ORIGINS', () => {
  it('sends no CORS headers', async () => {
    const graph = await startHttpGraph();
    const answers = [
      await fetch(`${graph.origin}/graphql`, { method: 'OPTIONS', headers: { origin: allowed } }),
      await fetch(`${graph.origin}/graphql`, { headers: { origin: allowed } }),
    ];
    await graph.close();
    expect(answers.map(corsHeaders)).toEqual([{}, {}]);
  });
});
