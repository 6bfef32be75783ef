import { gzipSync } from 'node:zlib';
import { maxBodyBytes } from '../../../src/operation/operation-limits.ts';
import { maxJsonValues } from '../../../src/http/middleware/request-json.ts';
import { createListBody } from '../http-graph.ts';
import { operationForm } from '../../support/graph/upload-form.ts';

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
const typed = (contentType: string, body: BodyInit, headers: Record<string, string> = {}): Sent => ({
  headers: { 'content-type': contentType, 'x-graphql-yoga-csrf': '1', ...headers },
  body,
});
const form = (body: string) => typed('application/x-www-form-urlencoded', body);
const multipart = (operations: string): Sent => ({
  headers: { 'x-graphql-yoga-csrf': '1' },
  body: operationForm(operations),
});

/** A multipart request whose part `operations` contains raw bytes; `partHeader` adds headers to the part. */
const rawMultipart = (operations: Uint8Array, partHeader = '', headers = {}): Sent =>
  typed(
    'multipart/form-data; boundary=x',
    Buffer.concat([
      Buffer.from(`--x\r\ncontent-disposition: form-data; name="operations"\r\n${partHeader}\r\n`),
      operations,
      Buffer.from('\r\n--x\r\ncontent-disposition: form-data; name="map"\r\n\r\n{}\r\n--x--\r\n'),
    ]),
    headers,
  );
const createList = 'mutation { createList(input: { name: "Zo\xeb" }) { __typename } }';
const createListJson = JSON.stringify({ query: createList, variables: {} });
const latin1 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text, 'latin1'));

const signals = 'query ($filter: SignalFilter) { signals(filter: $filter) { totalCount } }';
const manyValues = Array.from({ length: maxJsonValues }, () => []);
const representations = Array.from({ length: 1001 }, (_, index) => ({ __typename: 'Signal', id: `sig_${index}` }));

interface RequestFault {
  fault: string;
  request: Sent;
  /** Status of a response as application/json, and as application/graphql-response+json. */
  statuses: readonly [number, number];
  code: string;
}

const rejected = (code: string, statuses: RequestFault['statuses'], requests: Record<string, Sent>): RequestFault[] =>
  Object.entries(requests).map(([fault, request]) => ({ fault, request, statuses, code }));

export const requestFaults = [
  ...rejected('GRAPHQL_PARSE_FAILED', [200, 400], { 'a document that cannot be parsed': post({ query: '{' }) }),
  ...rejected('GRAPHQL_VALIDATION_FAILED', [200, 400], {
    'an unknown field': post({ query: '{ nothing }' }),
    'a subscription': post({ query: 'subscription { nothing }' }),
    'a subscription of a root field': post({ query: 'subscription { lists { id } }' }),
  }),
  ...rejected('OPERATION_RESOLUTION_FAILURE', [200, 400], {
    'an unknown operation': post({ query: 'query A { lists { id } }', operationName: 'B' }),
  }),
  ...rejected('BAD_USER_INPUT', [200, 400], {
    'a bad literal': post({ query: '{ signals(first: "x") { totalCount } }' }),
    'a bad variable': post({ query: signals, variables: { filter: 1 } }),
    'a missing variable': post({ query: 'query ($id: ID!) { signal(id: $id) { id } }' }),
    'U+0000 in a variable': post({ query: signals, variables: { filter: { fullName: 'a\u0000' } } }),
    'U+0000 in the name of a variable': post({ query: '{ lists { id } }', variables: { 'a\u0000': 1 } }),
    'U+0000 in a literal': post({ query: '{ signal(id: "\\u0000") { id } }' }),
    'too many levels': post({ query: `${'{ a '.repeat(21)}${'}'.repeat(21)}` }),
    'too many tokens': post({ query: `{ ${'id '.repeat(2499)} }` }),
    'too many representations': post({
      query: 'query ($r: [_Any!]!) { lists { id } _entities(representations: $r) { __typename } }',
      variables: { r: representations },
    }),
    'a body with many separators in a string': post({
      query: signals,
      variables: { filter: `\\"${'[{,'.repeat(maxJsonValues)}` },
    }),
  }),
  ...rejected('BAD_REQUEST', [400, 400], {
    'invalid JSON': post('{ "query": "{ lists { id } }", '),
    'JSON that is no object': post('7'),
    'no query': post({ variables: {} }),
    'an unknown parameter': post({ query: '{ lists { id } }', other: 1 }),
    'parameters in the form of a response': post({
      query: '{ lists { id } }',
      status: 200,
      headers: {},
      body: 'secret',
    }),
    'multipart operations in the form of a response': multipart(
      '{ "query": "{ lists { id } }", "variables": {}, "status": 200, "headers": {}, "body": "secret" }',
    ),
    'variables that are no object': post({ query: '{ lists { id } }', variables: [1] }),
    'several operations in a request': post([{ query: '{ lists { id } }' }]),
    'no query in a GET request': get('variables={}'),
    'invalid variables in a GET request': get('query={lists{id}}&variables={"secret'),
    'invalid extensions in a GET request': get('query={lists{id}}&extensions=[secret'),
    'invalid variables in a form': form('query={lists{id}}&variables={"secret'),
    'invalid extensions in a form': form('query={lists{id}}&extensions=[secret'),
    'a malformed multipart request': multipart('{ "secret'),
    'a body that is not UTF-8': typed('application/json', latin1(createListJson)),
    'a document that is not UTF-8': typed('application/graphql', latin1(createList)),
    'a form that is not UTF-8': form(`query=${encodeURIComponent(createList).replace('%C3%AB', '%EB')}`),
    'multipart operations that are not UTF-8': rawMultipart(latin1(createListJson)),
    'multipart operations that are not UTF-8 although they say so': rawMultipart(
      latin1(createListJson),
      'content-type: application/json; charset=utf-8\r\n',
    ),
    'multipart operations in another charset': rawMultipart(
      latin1(createListJson),
      'content-type: application/json; charset=iso-8859-1\r\n',
    ),
  }),
  ...rejected('CSRF_PREVENTED', [403, 403], {
    'a request that could be forged': { body: createListBody.json('forged') },
  }),
  ...rejected('METHOD_NOT_ALLOWED', [405, 405], {
    'a mutation in a GET request': get(createListBody.urlencoded('got')),
    'another method': { ...post({ query: '{ lists { id } }' }), method: 'PUT' },
  }),
  ...rejected('REQUEST_ENTITY_TOO_LARGE', [413, 413], {
    'a body with too many values': post({ query: signals, variables: { r: manyValues } }),
    'variables with too many values in a form': form(
      `query={__typename}&variables=${JSON.stringify({ r: manyValues })}`,
    ),
    'multipart operations with too many values': multipart(
      JSON.stringify({ query: signals, variables: { r: manyValues } }),
    ),
    'a body that is too large': post({ query: 'x'.repeat(maxBodyBytes) }),
    'a multipart field that is too large': multipart(
      JSON.stringify({ query: 'x'.repeat(maxBodyBytes), variables: {} }),
    ),
  }),
  ...rejected('UNSUPPORTED_MEDIA_TYPE', [415, 415], {
    'another charset': typed('application/json; charset=iso-8859-1', createListJson),
    'an unknown charset': typed('application/json; charset="none"', createListJson),
    'another charset of a multipart request': typed('multipart/form-data; boundary=x; charset=utf-16', '--x--'),
    'a compressed body': typed('application/json', Uint8Array.from(gzipSync(createListJson)), {
      'content-encoding': 'gzip',
    }),
    'a compressed multipart request': rawMultipart(Buffer.from(createListJson), '', { 'content-encoding': 'br' }),
    'another content type': typed('text/csv', 'secret'),
  }),
];
