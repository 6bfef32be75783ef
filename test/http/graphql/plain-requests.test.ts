import { describe, expect, it } from 'vitest';
import { listen } from '../../../src/http/listen.ts';
import { sendRaw } from '../../support/network/raw-request.ts';
import { useGraph } from '../../support/graph/test-graph.ts';
import { useResource } from '../../support/resource.ts';

const post = { 'content-type': 'application/json', 'x-request-id': 'same' };
const operation = (query: string, more: object = {}) => JSON.stringify({ query, ...more });
const bodies = [
  operation('{ __typename }'),
  operation('{ lists { id name } signals(first: 2) { nodes { id fullName } } }'),
  operation('query One($id: ID!) { list(id: $id) { name } }', { variables: { id: 'lst_none' } }),
  operation('query One($id: ID!) { list(id: $id) { name } }', { variables: {}, operationName: 'One' }),
  operation('query Two { nothing }'),
  operation('query {'),
  operation('mutation { createList(input: { name: "" }) { __typename ... on InvalidInputProblem { message } } }'),
  operation('{ __typename }', { unknown: 1 }),
  '[]',
  '{"query":',
];
const headers: Record<string, string>[] = [
  {},
  { accept: 'application/json' },
  { accept: 'application/graphql-response+json' },
  { accept: 'application/json;q=0.5, application/graphql-response+json' },
  { accept: 'text/html' },
  { accept: 'image/png' },
  { accept: 'text/event-stream' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'application/graphql+json' },
  { 'content-type': 'text/plain' },
  { 'content-encoding': 'gzip' },
  { origin: 'https://app.example' },
  { origin: 'https://other.example' },
  { host: 'rebound.example' },
  { 'x-tool-trace': '0' },
  { 'x-explain': '1' },
  { 'x-simulate': 'slow=1' },
  { 'x-test-scopes': 'talent:read' },
  { 'x-test-caller': 'nobody' },
  { traceparent: 'none', 'x-request-id': 'not a request id' },
];

describe('a JSON request', () => {
  const graph = useGraph();
  const seen: { request: object; response: object }[] = [];
  const server = useResource(() =>
    listen(
      async (request, connection) => {
        const response = await graph.app.fetch(request, connection);
        seen.push({ request, response });
        return response;
      },
      { host: '127.0.0.1', port: 0 },
    ),
  );
  const send = (body: string, more: Record<string, string>) =>
    sendRaw(`${server.url}/graphql`, { method: 'POST', headers: { ...post, ...more }, body });

  it('is answered without objects of the Fetch standard', async () => {
    await send('{"query":"{ __typename }"}', {});

    const { request, response } = seen.at(-1) ?? {};
    expect([standardObject(request), standardObject(response)]).toEqual([undefined, undefined]);
  });

  it('has the same answer when its body comes in chunks, and is read through them', async () => {
    for (const more of headers) {
      for (const body of bodies) {
        const plain = await send(body, more);
        const chunked = await send(body, { ...more, 'transfer-encoding': 'chunked' });
        expect(comparable(chunked), `${JSON.stringify(more)} ${body}`).toEqual(comparable(plain));
      }
    }
    await send('{"query":"{ __typename }"}', { 'transfer-encoding': 'chunked' });
    expect(standardObject(seen.at(-1)?.request)).toBeInstanceOf(Request);
  });
});

/** The standard `Request` or `Response`; the server creates it only on demand, as that is slow. */
function standardObject(light: object = {}): unknown {
  const key = Object.getOwnPropertySymbols(light).find(({ description = '' }) =>
    /^(request|response)Cache$/.test(description),
  );
  return key && Reflect.get(light, key);
}

/** A response without the parts that always differ: date, request ids and times. */
function comparable({ status, headers: answered, text }: Awaited<ReturnType<typeof sendRaw>>) {
  const { date: _date, 'x-request-id': _id, 'content-length': _length, ...others } = answered;
  return { status, headers: others, text: text.replaceAll(/"(requestId|startMs|durationMs)":[^,}]+/g, '"$1":0') };
}
