import { describe, expect, it } from 'vitest';
import { restPaths } from '../../../src/tools/rest-protocol.ts';
import { createListBody, useHttpGraph } from '../http-graph.ts';
import { sendRaw } from '../../support/network/raw-request.ts';
import { operationForm } from '../../support/graph/upload-form.ts';

const json = { 'content-type': 'application/json' };
const html = { accept: 'text/html' };
const preflight = { origin: 'https://app.example', 'access-control-request-method': 'POST' };
const operation = (query: string) => ({ method: 'POST', headers: json, body: JSON.stringify({ query }) });

const form = () => ({ method: 'POST', body: operationForm('{}') });

/** A request for every route of the server with every kind of status that it returns. */
const requests: [path: string, init: RequestInit, status: number, cacheControl?: string][] = [
  ['/', {}, 302],
  ['/', { headers: html }, 200],
  ['/health', {}, 200],
  ['/health/live', {}, 200],
  ['/health/ready', {}, 200],
  ['/metrics', {}, 200],
  ['/nowhere', {}, 404],
  ['/schema.graphql', {}, 200, 'private, no-cache'],
  ['/possible-types.json', {}, 200, 'private, no-cache'],
  ['/relay-extensions.graphql', {}, 200, 'private, no-cache'],
  ['/graphql', operation('{ lists { name } }'), 200],
  ['/graphql', operation('{ missing }'), 200],
  ['/graphql', { ...operation('{ missing }'), headers: { ...json, accept: 'application/graphql-response+json' } }, 400],
  [
    '/graphql',
    { ...operation('{ __typename }'), headers: { ...json, accept: 'text/event-stream' } },
    200,
    'no-store, no-transform',
  ],
  ['/graphql', { ...operation('{ __typename }'), headers: { ...json, accept: 'image/png' } }, 406],
  ['/graphql', { method: 'POST', headers: json, body: '{' }, 400],
  ['/graphql', { method: 'POST', headers: json, body: ' '.repeat(1024 * 1024 + 1) }, 413],
  [
    '/graphql',
    { method: 'POST', headers: { 'content-type': 'text/plain', 'apollo-require-preflight': '1' }, body: '1' },
    415,
  ],
  ['/graphql', { ...form(), headers: { 'apollo-require-preflight': '1' } }, 400],
  ['/graphql', form(), 403],
  ['/graphql?query={__typename}', { headers: { 'apollo-require-preflight': '1' } }, 200],
  ['/graphql?query={__typename}', {}, 403],
  [`/graphql?${createListBody.urlencoded('got')}`, { headers: { 'apollo-require-preflight': '1' } }, 405],
  ['/graphql', { headers: html }, 200, 'private, no-cache'],
  ['/graphql', { method: 'DELETE' }, 405],
  ['/graphql', { method: 'OPTIONS', headers: preflight }, 204],
  ['/graphql', { method: 'OPTIONS', headers: { ...preflight, origin: 'https://elsewhere.example' } }, 403],
  ['/recordings/missing', {}, 403],
  [restPaths.token, { method: 'POST' }, 415],
  [restPaths.tools, {}, 401],
  [restPaths.executeTool, { method: 'POST', headers: json, body: '{}' }, 401],
  [restPaths.executeTools, { method: 'POST', headers: json, body: '{}' }, 401],
];

describe('Cache-Control', () => {
  let isOverloaded = false;
  const graph = useHttpGraph({
    environment: { CORS_ORIGINS: 'https://app.example', METRICS: 'true' },
    isOverloaded: () => isOverloaded,
  });

  const statusAndCaching = async (path: string, init: RequestInit) => {
    const response = await fetch(graph.origin + path, { redirect: 'manual', ...init });
    await response.body?.cancel();
    return [response.status, response.headers.get('cache-control')];
  };

  it.each(requests)('of %s %o with status %i', async (path, init, status, cacheControl = 'no-store') => {
    expect(await statusAndCaching(path, init)).toEqual([status, cacheControl]);
  });

  it.each(['/graphql', '/nowhere', restPaths.executeTool])('of %s while the server is overloaded', async (path) => {
    isOverloaded = true;
    const rejected = await statusAndCaching(path, operation('{ __typename }'));
    isOverloaded = false;
    expect(rejected).toEqual([503, 'no-store']);
  });

  it('of a GraphiQL page that the browser already has', async () => {
    const first = await fetch(`${graph.origin}/graphql`, { headers: html });
    await first.body?.cancel();
    const headers = { ...html, 'if-none-match': first.headers.get('etag') ?? '' };
    expect(await statusAndCaching('/graphql', { headers })).toEqual([304, 'private, no-cache']);
  });

  it('of the files that the GraphiQL page loads, and of one that does not exist', async () => {
    const page = await (await fetch(`${graph.origin}/graphql`, { headers: html })).text();
    const [script = ''] = /(?<=src=")[^"]+\.js/.exec(page) ?? [];
    const { pathname } = new URL(script, `${graph.origin}/graphql`);
    expect(await statusAndCaching(pathname, {})).toEqual([200, 'public, max-age=31536000, immutable']);
    const missing = pathname.replace(/[^/]+$/, 'missing.js');
    expect(await statusAndCaching(missing, {})).toEqual([404, 'no-store']);
  });

  it('of a rejected upgrade to a WebSocket', async () => {
    const headers = { connection: 'Upgrade', upgrade: 'websocket' };
    const answer = await sendRaw(`${graph.origin}/elsewhere`, { headers });
    expect([answer.status, answer.headers['cache-control']]).toEqual([404, 'no-store']);
  });
});
