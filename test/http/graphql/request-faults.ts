import { maxBodyBytes } from '../../../src/graph/cost/operation-limits.ts';
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

const signals = 'query ($filter: SignalFilter) { signals(filter: $filter) { totalCount } }';
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
  ['a body that is too large', post({ query: 'x'.repeat(maxBodyBytes) }), 413, 413, 'REQUEST_ENTITY_TOO_LARGE'],
  [
    'a multipart field that is too large',
    multipart(JSON.stringify({ query: 'x'.repeat(maxBodyBytes), variables: {} })),
    413,
    413,
    'REQUEST_ENTITY_TOO_LARGE',
  ],
  [
    'another content type',
    { headers: { 'content-type': 'text/csv', 'x-graphql-yoga-csrf': '1' }, body: 'secret' },
    415,
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
];
