import { many } from '../figure.ts';

/** Requests that cost the server much CPU time for their size. */
export interface Attack {
  name: string;
  /** The number makes each document unique, so that no document is cached. */
  query: (number: number) => string;
  variables?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** Repetitions of the request; 30 by default. */
  count?: number;
  /** Separate HTTP requests by default; `unfinished`: token requests whose body never ends. */
  transport?: 'websocket' | 'pipelined' | 'unfinished';
  /** Number of connections that each send all requests, with `pipelined`; 1 by default. */
  connections?: number;
}

const times = (count: number, make: (index: number) => string) => many(count, make).join(' ');
const named = (count: number, name: string, value: unknown) =>
  Object.fromEntries(many(count, (index) => [`${name}${index}`, value]));

const dense = (number: number) => `{ lists { a${number}: id ${times(490, (index) => (index % 2 ? 'id' : 'name'))} } }`;

const signalFields =
  'id type score source summary fullName headline city country region origin gender ageRange industry experiences { __typename } educations { __typename } views { __typename }';

/** Many pages that merge with the same large fragment, each into its own large selection. */
const nestedPages = (number: number) =>
  `query Q${number} { ${times(60, (index) => `a${index}: signals(first: 100) { nodes { lists { entries(first: 100) { nodes { signal { id } } } } ...Large } }`)} }
  fragment Large on Signal { ${signalFields} lists { id name entries(first: 100) { totalCount nodes { id signal { ${signalFields} lists { id name entries(first: 100) { nodes { id } } } } } } } }`;

const mesh = (fragments: number, number: number) =>
  `{ lists { m${number}: id ...F0 } } ${times(
    fragments,
    (index) => `fragment F${index} on List { id ${times(fragments - index - 1, (next) => `...F${index + next + 1}`)} }`,
  )}`;

const withFilter = (number: number) =>
  `query Q${number}($filter: SignalFilter) { signals(filter: $filter) { totalCount } }`;

const cheap = (number: number) => `{ a${number}: __typename lists { id } }`;

/** The attacks that held the event loop longest. */
export const attacks: Attack[] = [
  { name: 'dense documents', query: dense },
  {
    name: 'matching of 0.9 MB',
    query: (number) =>
      `query Q${number}($m: String) { activities(first: 10) { nodes { transcript { ${times(9, (index) => `a${index}: segments(first: 1000, matching: $m) { edges { cursor } }`)} } } } }`,
    variables: { m: 'é'.repeat(220_000) },
  },
  { name: 'maxFirst', query: nestedPages },
  {
    name: 'distinct fields below too large pages',
    query: (number) =>
      `{ ${times(49, (index) => `a${index}_${number}: signals(first: 100) { nodes { id fullName lists { id name entries(first: 100) { nodes { id } } } } }`)} }`,
  },
  {
    name: 'subscribe messages',
    transport: 'websocket',
    query: (number) =>
      `subscription S${number} { events { __typename ${times(490, (index) => (index % 2 ? '... { __typename }' : '__typename'))} } }`,
  },
  { name: 'fragment meshes', query: (number) => mesh(45, number) },
  {
    name: 'unknown keys',
    query: withFilter,
    variables: { filter: named(50_000, 'unknown_', 1) },
  },
  {
    name: 'unknown names of fragments',
    query: (number) => `query Q${number} { lists { ${times(1_200, (index) => `...U${index}`)} } }`,
  },
  {
    name: 'unknown names of variables',
    query: (number) => `query Q${number} { companies(ids: [${times(1_200, (index) => `$u${index}`)}]) { totalCount } }`,
  },
  {
    name: 'wrong literals',
    query: (number) => `query Q${number} { companies(ids: [${'1.5 '.repeat(2_480)}]) { totalCount } }`,
  },
  {
    name: 'nested arrays',
    query: (number) => `query Q${number}($r: [_Any!]!) { _entities(representations: $r) { __typename } }`,
    variables: { r: many(110_000, () => [[[]]]) },
  },
  {
    name: 'lists of wrong values',
    query: (number) => `query Q${number}($ids: [ID!]!) { companies(ids: $ids) { totalCount } }`,
    variables: { ids: many(200_000, () => 1.5) },
  },
  { name: 'x-explain', query: nestedPages, headers: { 'x-explain': '1' } },
  {
    name: '600 variables',
    query: (number) => `query Q${number}(${times(600, (index) => `$v${index}: Int`)}) { lists { id } }`,
    variables: named(600, 'v', 'x'),
  },
  {
    name: '350 used variables',
    query: (number) =>
      `query Q${number}(${times(350, (index) => `$v${index}: ID!`)}) { companies(ids: [${times(350, (index) => `$v${index}`)}]) { totalCount } }`,
    variables: named(350, 'v', {}),
  },
  { name: '490 × __typename', query: (number) => `{ a${number}: __typename ${'__typename '.repeat(490)} }` },
  { name: '245 × one field', query: (number) => `{ a${number}: __typename ${'lists { id } '.repeat(245)} }` },
  {
    name: '245 inline fragments',
    query: (number) => `{ a${number}: __typename lists { ${times(245, () => '... on List { id name }')} } }`,
  },
  { name: '10 × 500 pipelined requests', transport: 'pipelined', count: 500, connections: 10, query: cheap },
  {
    name: 'signals of the guests of 100 conversations',
    count: 3,
    query: (number) =>
      `{ a${number}: activities(filter: { occurred: { to: "${new Date(Date.now() - 3_500_000).toISOString()}" } }, first: 100) { nodes { participants { signals(minConfidence: POSSIBLE) { totalCount } } } } }`,
  },
  {
    name: '40 × facets',
    count: 3,
    query: (number) =>
      `{ ${times(40, (index) => `a${number}_${index}: signals(filter: { minScore: ${1 + (index % 10)} }) { facets(by: [COUNTRY, CITY, REGION, ORIGIN, INDUSTRY, TYPE, SCORE, SOURCE]) { countedSignals } }`)} }`,
  },
  {
    name: 'conversations of 50 people among 10500 guests',
    count: 3,
    query: (number) =>
      `{ a${number}: signals(filter: { fullName: "crowd" }, first: 50) { nodes { conversations(minConfidence: POSSIBLE) { totalCount } } } }`,
  },
  {
    name: 'signals of the 5000 guests of 20 conversations',
    count: 3,
    query: (number) =>
      `{ a${number}: activities(first: 20) { nodes { participants { signals(minConfidence: POSSIBLE) { totalCount } } } } }`,
  },
  { name: '5000 bodies that never end', transport: 'unfinished', count: 5000, query: () => '' },
];
