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

const expected = {
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

it('sends the security headers with every response', async () => {
  expect(await headersAt({}, requests)).toEqual(requests.map(() => expected));
});

it('sends HSTS with every response in production', async () => {
  const secure = { ...expected, 'strict-transport-security': 'max-age=31536000; includeSubDomains' };
  expect(await headersAt({ NODE_ENV: 'production' }, requests)).toEqual(requests.map(() => secure));
});

it('lets GraphiQL set its own policy', async () => {
  const [page] = await headersAt({}, [['/graphql', { headers: { accept: 'text/html' } }]]);
  expect(page).toEqual({
    ...expected,
    'content-security-policy': expect.stringContaining("script-src 'self'"),
  });
});
