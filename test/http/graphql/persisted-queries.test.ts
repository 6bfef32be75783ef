import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createListBody, useHttpGraph } from '../http-graph.ts';

const query = '{ lists { id } }';
const sha256Hash = createHash('sha256').update(query).digest('hex');
const extensions = { persistedQuery: { version: 1, sha256Hash } };
/** What Apollo Client's persisted-query link sends, first without and then with the document. */
describe('a client with persisted queries', () => {
  const graph = useHttpGraph();

  const post = async (body: object) => {
    const { status, answer } = await graph.send(body);
    return [status, answer];
  };
  const get = async (parameters: Record<string, string>) => {
    const headers = { 'content-type': 'application/json', 'x-tool-trace': '0' };
    const response = await fetch(`${graph.origin}/graphql?${new URLSearchParams(parameters).toString()}`, { headers });
    return [response.status, await response.json()];
  };
  const unsupported = (message: string) => [
    200,
    { errors: [{ message, extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' } }] },
  ];

  it.each([
    ['POST', async () => post({ operationName: null, variables: {}, extensions })],
    ['POST with query: null', async () => post({ query: null, extensions })],
    ['GET', async () => get({ variables: '{}', extensions: JSON.stringify(extensions) })],
  ])('is told by %s that only documents are accepted, so that it sends them', async (_, send) => {
    expect(await send()).toEqual(unsupported('PersistedQueryNotSupported'));
    expect(graph.tools.calls).toEqual([]);
  });

  it('gets the result when it sends the hash with the document', async () => {
    const responses = [await post({ query, extensions }), await get({ query, extensions: JSON.stringify(extensions) })];
    expect(responses).toEqual(responses.map(() => [200, { data: { lists: [] } }]));
  });

  it('is told by a sentence that documentId is not supported', async () => {
    const message =
      'This server has no trusted documents, so it cannot look up `documentId`. Send the document as `query`.';
    expect(await post({ documentId: `sha256:${sha256Hash}` })).toEqual(unsupported(message));
  });
});

describe('the Accept header', () => {
  const graph = useHttpGraph();

  const ask = (accept: string) => graph.send(createListBody.json('Accepted'), { accept });

  it.each(['text/plain', 'image/png, text/html', 'application/json;q=0', 'application/json;charset=utf-16'])(
    '%s is rejected before the operation runs',
    async (accept) => {
      expect(await ask(accept)).toMatchObject({ status: 406, errors: [{ extensions: { code: 'NOT_ACCEPTABLE' } }] });
      expect(graph.tools.calls).toEqual([]);
      expect(await graph.listNames()).toEqual([]);
    },
  );

  it.each(['*/*', 'application/*', 'text/html, application/json;q=0.1', 'application/graphql-response+json'])(
    '%s is accepted',
    async (accept) => expect((await ask(accept)).status).toBe(200),
  );
});
