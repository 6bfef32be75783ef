/** A request that cannot succeed. It contains the marker in every place that an answer must not quote. */
export interface NonsenseRequest {
  name: string;
  body: string;
  /** Code of the first error. */
  code: string;
  status: number;
}

/** A value that no answer may contain. */
export const marker = 'zzSECRETzz';

const bytes = 900_000;
/** Close to the limit on the values in a request. */
const values = 20_000;
const keys = (prefix: string, value: string) =>
  Array.from({ length: values }, (_, index) => `"${prefix}${index}":${value}`).join(',');
const filled = (text: string) => text.repeat(Math.floor(bytes / text.length));
const listOf = (item: string, length = values) => `[${`${item},`.repeat(length).slice(0, -1)}]`;

const signals = 'query ($filter: SignalFilter) { signals(filter: $filter) { totalCount } }';
const companies = 'query ($ids: [ID!]!) { companies(ids: $ids) { totalCount } }';
const entities = 'query ($r: [_Any!]!) { _entities(representations: $r) { __typename } }';
const request = (query: string, variables: string, more = '') =>
  `{"query":${JSON.stringify(query)},"variables":${variables}${more}}`;
const invalid = { code: 'BAD_USER_INPUT', status: 200 };
const unknown = { code: 'GRAPHQL_VALIDATION_FAILED', status: 200 };

/** Nonsense of all kinds, most of it as large as a limit allows. */
export const nonsenseRequests: NonsenseRequest[] = [
  { name: 'unknown keys', body: request(signals, `{"filter":{${keys('unknown', '1')}}}`), ...invalid },
  {
    name: 'unknown keys with values',
    body: request(signals, `{"filter":{${keys('k', `"${marker}"`)}}}`),
    ...invalid,
  },
  { name: 'one huge key', body: request(signals, `{"filter":{"${filled('k')}":1}}`), ...invalid },
  {
    name: 'a huge text for a number',
    body: request(signals, `{"filter":{"minScore":"${filled(marker)}"}}`),
    ...invalid,
  },
  { name: 'a huge enum value', body: request(signals, `{"filter":{"ageRanges":["${filled(marker)}"]}}`), ...invalid },
  {
    name: 'a huge date',
    body: request(
      'query ($d: Date!) { signals(filter: { discovered: { between: { from: $d, to: $d } } }) { totalCount } }',
      `{"d":"${filled(marker)}"}`,
    ),
    ...invalid,
  },
  { name: 'a list of wrong values', body: request(companies, `{"ids":${listOf('1.5')}}`), ...invalid },
  {
    name: 'a list of malformed ids',
    body: request(companies, `{"ids":${listOf(`"${marker.repeat(4)}"`)}}`),
    ...invalid,
  },
  {
    name: 'deeply nested lists',
    body: request(companies, `{"ids":${'['.repeat(values)}${']'.repeat(values)}}`),
    ...invalid,
  },
  {
    name: 'deeply nested objects',
    body: request(signals, `{"filter":${'{"a":'.repeat(values)}1${'}'.repeat(values)}}`),
    ...invalid,
  },
  {
    name: 'representations of unknown types',
    body: request(entities, `{"r":${listOf(`{"__typename":"${marker}"}`, values / 2)}}`),
    ...invalid,
  },
  {
    name: 'a few bad representations',
    body: request(entities, `{"r":${listOf(`{"__typename":"${marker.repeat(90)}"}`, 900)}}`),
    ...invalid,
  },
  {
    name: 'representations without keys',
    body: request(entities, `{"r":${listOf(`{"__typename":"Company","id":{"${marker}":"${marker}"}}`, 900)}}`),
    ...invalid,
  },
  {
    name: 'unknown fields',
    body: request(`{ ${Array.from({ length: 9900 }, (_, index) => `unknownField${index}`).join(' ')} }`, '{}'),
    ...unknown,
  },
  { name: 'the same field many times', body: request(`{ ${'lists { nam } '.repeat(2400)} }`, '{}'), ...unknown },
  {
    name: '3,000 aliases',
    body: request(
      `{ ${Array.from({ length: 3000 }, (_, index) => `a${index}: lists { id }`)
        .join(' ')
        .slice(0, 20_000)} }`,
      '{}',
    ),
    ...invalid,
  },
  {
    name: 'unknown arguments',
    body: request(
      `{ lists(${Array.from({ length: 3000 }, (_, index) => `a${index}: "${marker}"`).join(' ')}) { id } }`,
      '{}',
    ),
    ...unknown,
  },
  {
    name: 'the same argument many times',
    body: request(`{ list(${`id: "${marker}" `.repeat(3000)}) { id } }`, '{}'),
    ...unknown,
  },
  {
    name: 'wrong literals',
    body: request(`{ companies(ids: [${'1.5 '.repeat(9900)}]) { totalCount } }`, '{}'),
    ...invalid,
  },
  {
    name: 'a huge wrong literal',
    body: request(`{ signals(filter: { minScore: "${filled(marker)}" }) { totalCount } }`, '{}'),
    ...invalid,
  },
  {
    name: 'an object for a scalar',
    body: request(`{ signals(filter: { minScore: { a: "${filled(marker)}" } }) { totalCount } }`, '{}'),
    ...invalid,
  },
  {
    name: 'a syntax error after a huge text',
    body: request(`{ signals "${filled(marker)}" }`, '{}'),
    code: 'GRAPHQL_PARSE_FAILED',
    status: 200,
  },
  { name: 'too many tokens', body: request(`{ ${filled('a ')} }`, '{}'), ...invalid },
  {
    name: 'unused variables',
    body: request(
      `query (${Array.from({ length: 2000 }, (_, index) => `$v${index}: Int`).join(' ')}) { lists { id } }`,
      '{}',
    ),
    ...unknown,
  },
  {
    name: 'missing variables',
    body: request(
      `query (${Array.from({ length: 1000 }, (_, index) => `$v${index}: ID!`).join(' ')}) { companies(ids: [${Array.from({ length: 1000 }, (_, index) => `$v${index}`).join(' ')}]) { totalCount } }`,
      '{}',
    ),
    ...invalid,
  },
  {
    name: 'a huge name of the operation',
    body: request('query A { lists { id } } query B { lists { id } }', '{}', `,"operationName":"${filled(marker)}"`),
    code: 'OPERATION_RESOLUTION_FAILURE',
    status: 200,
  },
  { name: 'unknown parameters', body: `{${keys('p', '1')}}`, code: 'BAD_REQUEST', status: 400 },
  { name: 'one unknown parameter of 0.9 MB', body: `{"${filled('p')}":1}`, code: 'BAD_REQUEST', status: 400 },
  { name: 'no JSON', body: filled(marker), code: 'BAD_REQUEST', status: 400 },
];
