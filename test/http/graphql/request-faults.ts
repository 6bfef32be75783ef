import { gzipSync } from 'node:zlib';
import { maxBodyBytes } from '../../../src/operation/operation-limits.ts';
import { maxJsonValues } from '../../../src/http/middleware/request-json.ts';
import { createListBody } from '../http-graph.ts';

/** A request to /graphql. The method is POST by default, and `path` is appended to /graphql. */
export interface Sent {
  path?: string;
  headers?: Record<string, string>;
  method?: string;
  body?: BodyInit;
}

export const post = (body: unknown): Sent => ({
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const get = (parameters: string): Sent => ({
  method: 'GET',
  path: `?${parameters}`,
  headers: { 'x-graphql-yoga-csrf': '1' },
});
const form = (body: string): Sent => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-graphql-yoga-csrf': '1' },
  body,
});
const multipart = (operations: string): Sent => {
  const body = new FormData();
  body.set('operations', operations);
  body.set('map', '{}');
  return { headers: { 'x-graphql-yoga-csrf': '1' }, body };
};

/** A multipart request whose operations are raw bytes, with further headers of their part. */
const rawMultipart = (operations: Uint8Array, partHeader = ''): Sent => ({
  headers: { 'content-type': 'multipart/form-data; boundary=x', 'x-graphql-yoga-csrf': '1' },
  body: Buffer.concat([
    Buffer.from(`--x\r\ncontent-disposition: form-data; name="operations"\r\n${partHeader}\r\n`),
    operations,
    Buffer.from('\r\n--x\r\ncontent-disposition: form-data; name="map"\r\n\r\n{}\r\n--x--\r\n'),
  ]),
});
const createList = 'mutation { createList(input: { name: "Zo\xeb" }) { __typename } }';
const createListJson = JSON.stringify({ query: createList, variables: {} });
const latin1 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text, 'latin1'));
const typed = (contentType: string, body: BodyInit, headers: Record<string, string> = {}): Sent => ({
  headers: { 'content-type': contentType, 'x-graphql-yoga-csrf': '1', ...headers },
  body,
});

const signals = 'query ($filter: SignalFilter) { signals(filter: $filter) { totalCount } }';
const manyValues = Array.from({ length: maxJsonValues }, () => []);
const representations = Array.from({ length: 1001 }, (_, index) => ({ __typename: 'Signal', id: `sig_${index}` }));

/** Fault, request, status for application/json, status for application/graphql-response+json, code. */
export const requestFaults: [string, Sent, number, number, string][] = [
  ['a document that cannot be parsed', post({ query: '{' }), 200, 400, 'GRAPHQL_PARSE_FAILED'],
  ['an unknown field', post({ query: '{ nothing }' }), 200, 400, 'GRAPHQL_VALIDATION_FAILED'],
  ['a subscription', post({ query: 'subscription { nothing }' }), 200, 400, 'GRAPHQL_VALIDATION_FAILED'],
  [
    'a subscription of a root field',
    post({ query: 'subscription { lists { id } }' }),
    200,
    400,
    'GRAPHQL_VALIDATION_FAILED',
  ],
  [
    'an unknown operation',
    post({ query: 'query A { lists { id } }', operationName: 'B' }),
    200,
    400,
    'OPERATION_RESOLUTION_FAILURE',
  ],
  ['a bad literal', post({ query: '{ signals(first: "x") { totalCount } }' }), 200, 400, 'BAD_USER_INPUT'],
  ['a bad variable', post({ query: signals, variables: { filter: 1 } }), 200, 400, 'BAD_USER_INPUT'],
  ['a missing variable', post({ query: 'query ($id: ID!) { signal(id: $id) { id } }' }), 200, 400, 'BAD_USER_INPUT'],
  [
    'U+0000 in a variable',
    post({ query: signals, variables: { filter: { fullName: 'a\u0000' } } }),
    200,
    400,
    'BAD_USER_INPUT',
  ],
  [
    'U+0000 in the name of a variable',
    post({ query: '{ lists { id } }', variables: { 'a\u0000': 1 } }),
    200,
    400,
    'BAD_USER_INPUT',
  ],
  ['U+0000 in a literal', post({ query: '{ signal(id: "\\u0000") { id } }' }), 200, 400, 'BAD_USER_INPUT'],
  ['too many levels', post({ query: `${'{ a '.repeat(21)}${'}'.repeat(21)}` }), 200, 400, 'BAD_USER_INPUT'],
  ['too many tokens', post({ query: `{ ${'id '.repeat(9999)} }` }), 200, 400, 'BAD_USER_INPUT'],
  [
    'too many representations',
    post({
      query: 'query ($r: [_Any!]!) { lists { id } _entities(representations: $r) { __typename } }',
      variables: { r: representations },
    }),
    200,
    400,
    'BAD_USER_INPUT',
  ],
  ['invalid JSON', post('{ "query": "{ lists { id } }", '), 400, 400, 'BAD_REQUEST'],
  ['JSON that is no object', post('7'), 400, 400, 'BAD_REQUEST'],
  ['no query', post({ variables: {} }), 400, 400, 'BAD_REQUEST'],
  ['an unknown parameter', post({ query: '{ lists { id } }', other: 1 }), 400, 400, 'BAD_REQUEST'],
  [
    'parameters in the form of a response',
    post({ query: '{ lists { id } }', status: 200, headers: {}, body: 'secret' }),
    400,
    400,
    'BAD_REQUEST',
  ],
  [
    'multipart operations in the form of a response',
    multipart('{ "query": "{ lists { id } }", "variables": {}, "status": 200, "headers": {}, "body": "secret" }'),
    400,
    400,
    'BAD_REQUEST',
  ],
  ['variables that are no object', post({ query: '{ lists { id } }', variables: [1] }), 400, 400, 'BAD_REQUEST'],
  ['several operations in a request', post([{ query: '{ lists { id } }' }]), 400, 400, 'BAD_REQUEST'],
  ['no query in a GET request', get('variables={}'), 400, 400, 'BAD_REQUEST'],
  ['invalid variables in a GET request', get('query={lists{id}}&variables={"secret'), 400, 400, 'BAD_REQUEST'],
  ['invalid extensions in a GET request', get('query={lists{id}}&extensions=[secret'), 400, 400, 'BAD_REQUEST'],
  ['invalid variables in a form', form('query={lists{id}}&variables={"secret'), 400, 400, 'BAD_REQUEST'],
  ['invalid extensions in a form', form('query={lists{id}}&extensions=[secret'), 400, 400, 'BAD_REQUEST'],
  ['a malformed multipart request', multipart('{ "secret'), 400, 400, 'BAD_REQUEST'],
  ['a request that could be forged', { body: createListBody.json('forged') }, 403, 403, 'CSRF_PREVENTED'],
  ['a mutation in a GET request', get(createListBody.urlencoded('got')), 405, 405, 'METHOD_NOT_ALLOWED'],
  ['another method', { ...post({ query: '{ lists { id } }' }), method: 'PUT' }, 405, 405, 'METHOD_NOT_ALLOWED'],
  [
    'a body with too many values',
    post({ query: signals, variables: { r: manyValues } }),
    413,
    413,
    'REQUEST_ENTITY_TOO_LARGE',
  ],
  [
    'variables with too many values in a form',
    form(`query={__typename}&variables=${JSON.stringify({ r: manyValues })}`),
    413,
    413,
    'REQUEST_ENTITY_TOO_LARGE',
  ],
  [
    'multipart operations with too many values',
    multipart(JSON.stringify({ query: signals, variables: { r: manyValues } })),
    413,
    413,
    'REQUEST_ENTITY_TOO_LARGE',
  ],
  [
    'a body with many separators in a string',
    post({ query: signals, variables: { filter: `\\"${'[{,'.repeat(maxJsonValues)}` } }),
    200,
    400,
    'BAD_USER_INPUT',
  ],
  ['a body that is too large', post({ query: 'x'.repeat(maxBodyBytes) }), 413, 413, 'REQUEST_ENTITY_TOO_LARGE'],
  [
    'a multipart field that is too large',
    multipart(JSON.stringify({ query: 'x'.repeat(maxBodyBytes), variables: {} })),
    413,
    413,
    'REQUEST_ENTITY_TOO_LARGE',
  ],
  ['a body that is not UTF-8', typed('application/json', latin1(createListJson)), 400, 400, 'BAD_REQUEST'],
  ['a document that is not UTF-8', typed('application/graphql', latin1(createList)), 400, 400, 'BAD_REQUEST'],
  [
    'a form that is not UTF-8',
    form(`query=${encodeURIComponent(createList).replace('%C3%AB', '%EB')}`),
    400,
    400,
    'BAD_REQUEST',
  ],
  ['multipart operations that are not UTF-8', rawMultipart(latin1(createListJson)), 400, 400, 'BAD_REQUEST'],
  [
    'multipart operations that are not UTF-8 although they say so',
    rawMultipart(latin1(createListJson), 'content-type: application/json; charset=utf-8\r\n'),
    400,
    400,
    'BAD_REQUEST',
  ],
  [
    'multipart operations in another charset',
    rawMultipart(latin1(createListJson), 'content-type: application/json; charset=iso-8859-1\r\n'),
    400,
    400,
    'BAD_REQUEST',
  ],
  [
    'another charset',
    typed('application/json; charset=iso-8859-1', createListJson),
    415,
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  ['an unknown charset', typed('application/json; charset="none"', createListJson), 415, 415, 'UNSUPPORTED_MEDIA_TYPE'],
  [
    'another charset of a multipart request',
    typed('multipart/form-data; boundary=x; charset=utf-16', '--x--'),
    415,
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  [
    'a compressed body',
    typed('application/json', Uint8Array.from(gzipSync(createListJson)), { 'content-encoding': 'gzip' }),
    415,
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  [
    'a compressed multipart request',
    {
      ...rawMultipart(Buffer.from(createListJson)),
      headers: {
        'content-type': 'multipart/form-data; boundary=x',
        'x-graphql-yoga-csrf': '1',
        'content-encoding': 'br',
      },
    },
    415,
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  [
    'another content type',
    { headers: { 'content-type': 'text/csv', 'x-graphql-yoga-csrf': '1' }, body: 'secret' },
    415,
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
];
