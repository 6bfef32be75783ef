import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useHttpGraph } from '../http-graph.ts';

const query = '{ lists { id } }';
const sha256Hash = createHash('sha256').update(query).digest('hex');
const extensions = { persistedQuery: { version: 1, sha256Hash } };
const headers = { 'content-type': 'application/json', 'x-tool-trace': '0' };

/** What Apollo Client's persisted-query link sends, first without and then with the document. */
describe('a client with persisted queries', () => {
  const graph = useHttpGraph();

  const post = async (body: object) =>
    fetch(`${graph.origin}/graphql`, { method: 'POST', headers, body: JSON.stringify(body) });
  const get = async (parameters: Record<string, string>) =>
    fetch(`${graph.origin}/graphql?${new URLSearchParams(parameters).toString()}`, { headers });
  const unsupported = {
    errors: [{ message: 'PersistedQueryNotSupported', extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' } }],
  };

  it.each([
    ['POST', async () => post({ operationName: null, variables: {}, extensions })],
    ['POST with query: null', async () => post({ query: null, extensions })],
    ['GET', async () => get({ variables: '{}', extensions: JSON.stringify(extensions) })],
  ])('is told by %s that only documents are accepted, so that it sends them', async (_, send) => {
    const response = await send();
    expect([response.status, await response.json()]).toEqual([200, unsupported]);
    expect(graph.tools.calls).toEqual([]);
  });

  it('gets the result when it sends the hash with the document', async () => {
    const responses = [await post({ query, extensions }), await get({ query, extensions: JSON.stringify(extensions) })];
    for (const response of responses) expect(await response.json()).toEqual({ data: { lists: [] } });
  });

  it('is told by a sentence that documentId is not supported', async () => {
    const response = await post({ documentId: `sha256:${sha256Hash}` });
    expect([response.status, await response.json()]).toEqual([
      200,
      {
        errors: [
          {
            message:
              'This server has no trusted documents, so it cannot look up `documentId`. Send the document as `query`.',
            extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' },
          },
        ],
      },
    ]);
  });
});

describe('the Accept header', () => {
  const graph = useHttpGraph();

  const ask = async (accept: string) =>
    fetch(`${graph.origin}/graphql`, {
      method: 'POST',
      headers: { ...headers, accept },
      body: JSON.stringify({ query: 'mutation { createList(input: { name: "Accepted" }) { __typename } }' }),
    });

  it.each(['text/plain', 'image/png, text/html', 'application/json;q=0', 'application/json;charset=utf-16'])(
    '%s is rejected before the operation runs',
    async (accept) => {
      const response = await ask(accept);
      expect(response.status).toBe(406);
      expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'NOT_ACCEPTABLE' } }] });
      expect(graph.tools.calls).toEqual([]);
      expect(await graph.listNames()).toEqual([]);
    },
  );

  it.each(['*/*', 'application/*', 'text/html, application/json;q=0.1', 'application/graphql-response+json'])(
    '%s is accepted',
    async (accept) => expect((await ask(accept)).status).toBe(200),
  );
});
