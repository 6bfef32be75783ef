import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createListBody, type HttpGraph, startHttpGraph } from '../http-graph.ts';

const allowed = 'https://app.example';

const corsHeaders = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));

describe('CORS_ORIGINS', () => {
  let graph: HttpGraph;
  beforeAll(async () => {
    graph = await startHttpGraph({ environment: { CORS_ORIGINS: `${allowed}, http://localhost:5173` } });
  });
  afterAll(() => graph.close());

  const post = (origin: string, init: RequestInit = {}) =>
    fetch(`${graph.origin}/graphql`, {
      method: 'POST',
      ...init,
      headers: { 'content-type': 'application/json', origin },
      body: init.body ?? '{ "query": "{ __typename }" }',
    });
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
    expect(corsHeaders(await post(allowed, { body: '{ "query": "{ nothing }" }' }))).toEqual(readable);
    const large = await post(allowed, { body: JSON.stringify({ query: 'x'.repeat(1024 * 1024) }) });
    expect({ status: large.status, ...corsHeaders(large) }).toEqual({ status: 413, ...readable });
  });

  it('accepts the preflight request of an allowed page', async () => {
    const response = await preflight('/graphql', allowed);
    expect(response.status).toBe(204);
    expect(corsHeaders(response)).toEqual({
      ...readable,
      'access-control-allow-methods': 'GET,POST',
      'access-control-allow-headers':
        'authorization,content-type,traceparent,apollo-require-preflight,x-graphql-yoga-csrf,x-request-id,x-tool-trace,x-explain',
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
    expect(answers.map(({ status }) => status)).toEqual([200, 405]);
    expect(answers.map(({ headers }) => headers.get('vary'))).toEqual(['Origin', 'Origin']);
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
