import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { print } from 'graphql';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { type HttpGraph, startHttpGraph, useHttpGraph } from '../../http-graph.ts';
import { apolloOperations, createManifestFolder, documents, sha256 } from './manifests.ts';
import { useResource } from '../../../support/resource.ts';
import { useGraph } from '../../../support/graph/test-graph.ts';
import { useLog } from '../../../support/log-capture.ts';
import { postJson } from '../../../support/network/post-json.ts';
import { operationForm } from '../../../support/graph/upload-form.ts';

const secrets = ['gateway-secret-of-32-characters-or-more', 'the-next-gateway-secret-of-32-characters'];
const unknownHash = sha256('{ unknown }');
const apolloHash = (sha256Hash: unknown) => ({ extensions: { persistedQuery: { version: 1, sha256Hash } } });
const failure = (code: string, message: string) => ({ errors: [{ message, extensions: { code } }] });

/** Apollo Client adds `__typename` to each selection, and the generator of its manifests does too. */
const appLists = {
  id: 'app-lists',
  name: 'AppLists',
  type: 'query',
  body: print(new InMemoryCache().transformDocument(gql('query AppLists { lists { id } }'))),
};

describe('a server with trusted documents', () => {
  const { log, lines } = useLog('debug');
  const folder = useResource(() => createManifestFolder([...apolloOperations, appLists]));
  const graph = useGraph(() => {
    const TRUSTED_DOCUMENTS = folder.file('manifest.json');
    return startHttpGraph({ environment: { TRUSTED_DOCUMENTS, TRUSTED_GATEWAY_SECRETS: secrets.join(', ') }, log });
  });
  afterEach(() => expect(secrets.filter((secret) => JSON.stringify(lines).includes(secret))).toEqual([]));

  const post = async (body: object, headers?: Record<string, string>) => {
    const { status, answer } = await graph.send(body, headers);
    return [status, answer];
  };
  const get = async (parameters: Record<string, string>) => {
    const headers = { 'x-tool-trace': '0', 'graphql-require-preflight': '1' };
    const response = await fetch(`${graph.origin}/graphql?${new URLSearchParams(parameters).toString()}`, { headers });
    return [response.status, await response.json()];
  };
  const id = sha256(documents.Lists);
  const noLists = [200, { data: { lists: [] } }];

  it.each<[string, () => Promise<unknown>]>([
    ['documentId', () => post({ documentId: id })],
    ['documentId with the prefix sha256:', () => post({ documentId: `sha256:${id}`, operationName: 'Lists' })],
    ["Apollo's extension", () => post(apolloHash(id))],
    ['documentId in the URL', () => get({ documentId: `sha256:${id}` })],
    ["Apollo's extension in the URL", () => get({ extensions: JSON.stringify(apolloHash(id).extensions) })],
    ['the text', () => post({ query: documents.Lists })],
    ['the text with other white space', () => post({ query: documents.Lists.replaceAll(' ', '\n  ') })],
    ['the text in the URL', () => get({ query: documents.Lists })],
    ['the text and the id', () => post({ query: documents.Lists, ...apolloHash(id) })],
    ['an empty text and the id', () => post({ query: '', documentId: id })],
  ])('executes a document that is sent by %s', async (_, send) => expect(await send()).toEqual(noLists));

  it('passes variables to a document, also in a multipart request', async () => {
    onTestFinished(async () => void (await graph.db.deleteFrom('talent_lists').execute()));
    const documentId = sha256(documents.CreateList);
    const created = { data: { createList: { __typename: 'CreateListSuccess' } } };
    expect(await post({ documentId, variables: { name: 'A' } })).toEqual([200, created]);

    const form = operationForm(JSON.stringify({ documentId, variables: { name: 'B' } }));
    const headers = { 'apollo-require-preflight': '1', 'x-tool-trace': '0' };
    const response = await fetch(`${graph.origin}/graphql`, { method: 'POST', headers, body: form });
    expect([response.status, await response.json()]).toEqual([200, created]);
    expect(graph.tools.calls).toMatchObject([
      { tool: 'lists_create', input: { name: 'A' } },
      { tool: 'lists_create', input: { name: 'B' } },
    ]);
  });

  const notFound = [200, failure('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound')];
  const notTrusted = [
    403,
    failure('QUERY_NOT_IN_SAFELIST', 'The document in query is not one of the trusted documents.'),
  ];
  const badRequest = (message: string) => [400, failure('BAD_REQUEST', message)];
  const hash = 'extensions.persistedQuery.sha256Hash';
  const query = '{ lists { id } }';

  it.each<[string, () => Promise<unknown>, unknown[]]>([
    ["an unknown hash in Apollo's extension", () => post(apolloHash(unknownHash)), notFound],
    [
      'an unknown hash in the URL',
      () => get({ extensions: JSON.stringify(apolloHash(unknownHash).extensions) }),
      notFound,
    ],
    [
      'an unknown documentId',
      () => post({ documentId: 'unknown' }),
      [200, failure('PERSISTED_QUERY_NOT_FOUND', 'No trusted document has the id in documentId.')],
    ],
    ['another text', () => post({ query }), notTrusted],
    ['another text in the URL', () => get({ query }), notTrusted],
    ['another text with its hash', () => post({ query, ...apolloHash(sha256(query)) }), notTrusted],
    ['another text with a trusted id', () => post({ query, documentId: id }), notTrusted],
    ['a text with a syntax error', () => post({ query: '{ "' }), notTrusted],
    ['the introspection query', () => post({ query: '{ __schema { queryType { name } } }' }), notTrusted],
    ['the query for the SDL', () => post({ query: '{ _service { sdl } }' }), notTrusted],
    ['a wrong secret', () => post({ documentId: id }, { 'x-trusted-gateway-secret': '' }), wrongSecret()],
    [
      'a trusted text with an unknown hash',
      () => post({ query: documents.Lists, ...apolloHash(unknownHash) }),
      badRequest(`${hash} is not the id of the document in query.`),
    ],
    [
      'a trusted text with the id of another document',
      () => post({ query: documents.Lists, documentId: sha256(documents.CreateList) }),
      badRequest('documentId is not the id of the document in query.'),
    ],
    [
      'neither id nor text',
      () => post({ variables: {} }),
      [400, failure('PERSISTED_QUERY_ID_REQUIRED', `Send the id of a trusted document as documentId or as ${hash}.`)],
    ],
    ['an id that is a number', () => post({ documentId: 1 }), badRequest('documentId must be a string.')],
    ['a hash that is a number', () => post(apolloHash(1)), badRequest(`${hash} must be a string.`)],
    [
      'a text that is a number',
      () => post({ query: 1 }),
      badRequest('Expected "query" param to be a string, but given number.'),
    ],
    [
      'a mutation in the URL',
      () => get({ documentId: sha256(documents.CreateList), variables: '{ "name": "C" }' }),
      [405, failure('METHOD_NOT_ALLOWED', 'Can only perform a mutation operation from a POST request.')],
    ],
  ])('rejects %s', async (_, send, expected) => {
    expect(await send()).toEqual(expected);
    expect(graph.tools.calls).toEqual([]);
  });

  function wrongSecret() {
    return [403, failure('FORBIDDEN', 'The secret in the header x-trusted-gateway-secret is wrong.')];
  }

  it.each(secrets)('executes any document of a gateway that sends %s', async (secret) => {
    const headers = { 'x-trusted-gateway-secret': secret };
    expect(await post({ query: '{ lists { name } }' }, headers)).toEqual(noLists);
    expect(await post({ query: '{ _service { sdl } }' }, headers)).toMatchObject([200, { data: { _service: {} } }]);
    expect(await post({ query: '{ __type(name: "List") { name } }' }, headers)).toMatchObject([200, { data: {} }]);
    expect(await post({ documentId: id }, headers)).toEqual(noLists);
    expect(await post(apolloHash(unknownHash), headers)).toEqual(notFound);
    expect(await post({ query, ...apolloHash(sha256(query)) }, headers)).toEqual(noLists);
    expect(await post({}, headers)).toEqual([400, failure('BAD_REQUEST', 'Must provide query string.')]);
  });

  it.each(['wrong', `${secrets[0]} `.repeat(2), `${secrets[0]}x`, secrets[0]?.slice(1) ?? '', secrets.join(', ')])(
    'rejects the secret %s, even with a trusted document',
    async (secret) => {
      expect(await post({ documentId: id }, { 'x-trusted-gateway-secret': secret })).toEqual(wrongSecret());
      expect(graph.tools.calls).toEqual([]);
      expect(lines.at(-1)).toMatchObject({
        status: 403,
        errorCodes: ['FORBIDDEN'],
        reason: 'the header x-trusted-gateway-secret does not match TRUSTED_GATEWAY_SECRETS',
      });
    },
  );

  it('charges and checks documents like others', async () => {
    const [, explained] = await post({ documentId: id }, { 'x-explain': '1' });
    expect(explained).toMatchObject({ data: null, extensions: { explain: { estimatedCost: expect.any(Number) } } });
    const traced = await post({ documentId: id }, { 'x-tool-trace': '1' });
    expect(traced).toMatchObject([200, { extensions: { toolCalls: [{ tool: 'lists_list', source: 'CALLED' }] } }]);
    const invalid = await post({ documentId: sha256(documents.CreateList), variables: { name: 1 } });
    expect(invalid).toMatchObject([200, { errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] }]);
  });

  it('shows no GraphiQL, because it could not run anything', async () => {
    const response = await fetch(`${graph.origin}/graphql`, { headers: { accept: 'text/html' } });
    expect(await response.text()).toContain('executes only the documents of known clients');
  });

  it('sends errors to clients of server-sent events', async () => {
    const headers = { accept: 'text/event-stream' };
    const response = await postJson(`${graph.origin}/graphql`, { documentId: 'unknown' }, { headers });
    expect(await response.text()).toContain('"code":"PERSISTED_QUERY_NOT_FOUND"');
  });

  it('serves the persisted queries of Apollo Client, by SHA-256 or by the id of the manifest', async () => {
    for (const generateHash of [undefined, () => Promise.resolve('app-lists')]) {
      const client = apolloClient(graph, generateHash);
      const { data } = await client.query({ query: gql('query AppLists { lists { id } }') });
      expect(data).toEqual({ lists: [] });
      client.stop();
    }
    const requests = lines.filter(({ msg }) => msg.endsWith('/graphql'));
    expect(requests.map(({ msg, status }) => [msg, status])).toEqual([
      ['GET /graphql', 200],
      ['GET /graphql', 200],
    ]);
  });

  it('tells Apollo Client that a document is not trusted', async () => {
    const client = apolloClient(graph);
    await expect(client.query({ query: gql('query OtherLists { lists { name } }') })).rejects.toMatchObject({
      errors: [{ extensions: { code: 'QUERY_NOT_IN_SAFELIST' } }],
    });
    client.stop();
  });
});

describe('a server without trusted documents', () => {
  const graph = useHttpGraph();

  it('executes the documents of Apollo Client, which falls back to texts', async () => {
    const client = apolloClient(graph);
    const { data } = await client.query({ query: gql('{ lists { id } }') });
    expect(data).toEqual({ lists: [] });
    client.stop();
  });

  it('ignores the secret of a gateway', async () => {
    const headers = { 'x-trusted-gateway-secret': 'wrong' };
    expect((await graph.send({ query: '{ lists { id } }' }, headers)).status).toBe(200);
  });
});

function apolloClient({ origin }: HttpGraph, generateHash?: () => Promise<string>) {
  const http = new HttpLink({ uri: `${origin}/graphql`, headers: { 'apollo-require-preflight': '1' } });
  const hashes = generateHash ? { generateHash } : { sha256 };
  const link = new PersistedQueryLink({ ...hashes, useGETForHashedQueries: true }).concat(http);
  return new ApolloClient({ link, cache: new InMemoryCache() });
}
