import { expect, it } from 'vitest';
import { startHttpGraph } from '../http-graph.ts';

const names = [
  'content-security-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
  'x-powered-by',
  'server',
];

const told = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': null,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-powered-by': null,
  server: null,
};

async function headersAt(environment: Record<string, string>, requests: [path: string, init: RequestInit][]) {
  const graph = await startHttpGraph({ environment });
  const responses = await Promise.all(requests.map(([path, init]) => fetch(graph.origin + path, init)));
  await Promise.all(responses.map((response) => response.text()));
  await graph.close();
  return responses.map(({ headers }) => Object.fromEntries(names.map((name) => [name, headers.get(name)])));
}

const json = { 'content-type': 'application/json' };
const requests: [string, RequestInit][] = [
  ['/graphql', { method: 'POST', headers: json, body: '{ "query": "{ __typename }" }' }],
  ['/graphql', { method: 'POST', headers: json, body: '{' }],
  ['/graphql', { method: 'POST', body: 'forged' }],
  ['/graphql', { method: 'DELETE' }],
  ['/nowhere', {}],
  ['/health', {}],
];

it('every answer says that it is what its type says, in no frame, and loads nothing', async () => {
  expect(await headersAt({}, requests)).toEqual(requests.map(() => told));
});

it('every answer asks for TLS in production', async () => {
  const secure = { ...told, 'strict-transport-security': 'max-age=31536000; includeSubDomains' };
  expect(await headersAt({ NODE_ENV: 'production' }, requests)).toEqual(requests.map(() => secure));
});

it('GraphiQL keeps its own policy', async () => {
  const [page] = await headersAt({}, [['/graphql', { headers: { accept: 'text/html' } }]]);
  expect(page).toEqual({ ...told, 'content-security-policy': expect.stringContaining("script-src 'unsafe-inline'") });
});
