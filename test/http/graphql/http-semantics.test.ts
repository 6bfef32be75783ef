import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { openSocket, sendRaw } from '../../support/network/raw-request.ts';
import { useHttpGraph } from '../http-graph.ts';

const graph = useHttpGraph();

const body = JSON.stringify({ query: '{ __typename }' });
const typename = '{"data":{"__typename":"Query"}}';
const post = (headers: Record<string, string>) =>
  sendRaw(`${graph.origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-tool-trace': '0', ...headers },
    body,
  });

it.each(['Application/JSON', 'application/json ; charset=utf-8', ' application/json;charset="UTF-8"'])(
  'reads a body of the type %j',
  async (type) => {
    expect(await post({ 'content-type': type })).toMatchObject({ status: 200, text: typename });
  },
);

const form = `--x\r\ncontent-disposition: form-data; name="operations"\r\n\r\n${body.replace('}"', '}","variables":{}')}\r\n--x\r\ncontent-disposition: form-data; name="map"\r\n\r\n{}\r\n--x--\r\n`;
it.each([
  ['Application/GraphQL+JSON ; charset=utf-8', body],
  ['Application/GraphQL ; charset=utf-8', '{ __typename }'],
  ['Application/X-WWW-Form-Urlencoded ; charset=utf-8', 'query={__typename}'],
  ['Multipart/Form-Data ; boundary=x', form],
])('also reads a body of the type %j', async (type, content) => {
  const headers = { 'content-type': type, 'x-tool-trace': '0', 'x-graphql-yoga-csrf': '1' };
  const answer = await sendRaw(`${graph.origin}/graphql`, { method: 'POST', headers, body: content });

  expect(answer).toMatchObject({ status: 200, text: typename });
});

describe('a HEAD request', () => {
  const head = (path: string, headers: Record<string, string>) =>
    sendRaw(graph.origin + path, { method: 'HEAD', headers });

  it.each([
    ['an operation', '/graphql?query={__typename}', { 'x-apollo-operation-name': 'x', 'x-tool-trace': '0' }],
    ['a page', '/graphql', { accept: 'text/html' }],
    ['the page of the server', '/', { accept: 'text/html' }],
  ])('for %s has the status and type of a GET request, and no body', async (_, path, headers) => {
    const got = await sendRaw(graph.origin + path, { headers });
    const { status, headers: received, text: sent } = await head(path, headers);

    expect([status, received['content-type'], sent]).toEqual([200, got.headers['content-type'], '']);
  });

  it('does not execute mutations', async () => {
    const mutation = encodeURIComponent('mutation { createList(input: { name: "Head" }) { __typename } }');
    const { status } = await head(`/graphql?query=${mutation}`, { 'x-apollo-operation-name': 'x' });

    expect(status).toBe(405);
    expect(await graph.listNames()).not.toContain('Head');
  });
});

const [json, graphqlJson] = ['application/json', 'application/graphql-response+json'];
it.each([
  ['*/*', json],
  ['application/json;q=0, */*', graphqlJson],
  ['application/json;q=0, application/*', graphqlJson],
  ['*/*, Application/JSON;q=0', graphqlJson],
  ['application/graphql-response+json;q=0.5, */*', json],
  ['application/graphql-response+json, */*', graphqlJson],
  ['application/json;q=0.4, application/graphql-response+json;q=0.5', graphqlJson],
  ['application/json;charset=utf-16, application/graphql-response+json;q=0.1', graphqlJson],
])('answers Accept: %s with %s', async (accept, type) => {
  expect((await post({ accept })).headers['content-type']).toBe(`${type}; charset=utf-8`);
});

it('ignores the header with which gateways once requested traces of fields', async () => {
  expect(await post({ 'apollo-federation-include-trace': 'ftv1' })).toMatchObject({ status: 200, text: typename });
});

it.each([
  'application/json;q=0',
  'application/graphql-response+json;q=0',
  'application/json;q=0, application/graphql-response+json;q=0, */*',
])('rejects Accept: %s', async (accept) => {
  const { status, headers } = await post({ accept });
  expect([status, headers['content-type']]).toEqual([406, `${json}; charset=utf-8`]);
});

it.each(['', 'connection: upgrade\r\nupgrade: websocket\r\n'])(
  'rejects a request with two Host headers (%j)',
  async (headers) => {
    const socket = await openSocket(graph.origin);
    socket.write(`GET /health/live HTTP/1.1\r\nhost: localhost\r\nHost: localhost\r\n${headers}\r\n`);

    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    if (!socket.closed) await once(socket, 'close');
  },
);
