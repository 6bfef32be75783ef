/** A request that cannot succeed. It contains the marker in every place that an answer must not quote. */
interface NonsenseRequest {
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
const request = (query: string, variables = '{}', more = '') =>
  `{"query":${JSON.stringify(query)},"variables":${variables}${more}}`;
const nonsense = (code: string, status: number, bodies: Record<string, string>): NonsenseRequest[] =>
  Object.entries(bodies).map(([name, body]) => ({ name, body, code, status }));
const numbered = (count: number, item: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => item(index)).join(' ');

/** Nonsense of all kinds, most of it as large as a limit allows. */
export const nonsenseRequests = [
  ...nonsense('BAD_USER_INPUT', 200, {
    'unknown keys': request(signals, `{"filter":{${keys('unknown', '1')}}}`),
    'unknown keys with values': request(signals, `{"filter":{${keys('k', `"${marker}"`)}}}`),
    'one huge key': request(signals, `{"filter":{"${filled('k')}":1}}`),
    'a huge text for a number': request(signals, `{"filter":{"minScore":"${filled(marker)}"}}`),
    'a huge enum value': request(signals, `{"filter":{"ageRanges":["${filled(marker)}"]}}`),
    'a huge date': request(
      'query ($d: Date!) { signals(filter: { discovered: { between: { from: $d, to: $d } } }) { totalCount } }',
      `{"d":"${filled(marker)}"}`,
    ),
    'a list of wrong values': request(companies, `{"ids":${listOf('1.5')}}`),
    'a list of malformed ids': request(companies, `{"ids":${listOf(`"${marker.repeat(4)}"`)}}`),
    'deeply nested lists': request(companies, `{"ids":${'['.repeat(values)}${']'.repeat(values)}}`),
    'deeply nested objects': request(signals, `{"filter":${'{"a":'.repeat(values)}1${'}'.repeat(values)}}`),
    'representations of unknown types': request(entities, `{"r":${listOf(`{"__typename":"${marker}"}`, values / 2)}}`),
    'a few bad representations': request(entities, `{"r":${listOf(`{"__typename":"${marker.repeat(90)}"}`, 900)}}`),
    'representations without keys': request(
      entities,
      `{"r":${listOf(`{"__typename":"Company","id":{"${marker}":"${marker}"}}`, 900)}}`,
    ),
    '3,000 aliases': request(`{ ${numbered(3000, (index) => `a${index}: lists { id }`).slice(0, 20_000)} }`),
    'wrong literals': request(`{ companies(ids: [${'1.5 '.repeat(2400)}]) { totalCount } }`),
    'a huge wrong literal': request(`{ signals(filter: { minScore: "${filled(marker)}" }) { totalCount } }`),
    'an object for a scalar': request(`{ signals(filter: { minScore: { a: "${filled(marker)}" } }) { totalCount } }`),
    'too many tokens': request(`{ ${filled('a ')} }`),
    'missing variables': request(
      `query (${numbered(350, (index) => `$v${index}: ID!`)}) { companies(ids: [${numbered(350, (index) => `$v${index}`)}]) { totalCount } }`,
    ),
  }),
  ...nonsense('GRAPHQL_VALIDATION_FAILED', 200, {
    'unknown fields': request(`{ ${numbered(490, (index) => `unknownField${index}`)} }`),
    'the same field many times': request(`{ ${'lists { nam } '.repeat(240)} }`),
    'unknown arguments': request(`{ lists(${numbered(800, (index) => `a${index}: "${marker}"`)}) { id } }`),
    'the same argument many times': request(`{ list(${`id: "${marker}" `.repeat(800)}) { id } }`),
    'unused variables': request(`query (${numbered(600, (index) => `$v${index}: Int`)}) { lists { id } }`),
  }),
  ...nonsense('GRAPHQL_PARSE_FAILED', 200, {
    'a syntax error after a huge text': request(`{ signals "${filled(marker)}" }`),
  }),
  ...nonsense('OPERATION_RESOLUTION_FAILURE', 200, {
    'a huge name of the operation': request(
      'query A { lists { id } } query B { lists { id } }',
      '{}',
      `,"operationName":"${filled(marker)}"`,
    ),
  }),
  ...nonsense('BAD_REQUEST', 400, {
    'unknown parameters': `{${keys('p', '1')}}`,
    'one unknown parameter of 0.9 MB': `{"${filled('p')}":1}`,
    'no JSON': filled(marker),
  }),
];
