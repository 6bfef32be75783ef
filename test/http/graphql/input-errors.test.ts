import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useHttpGraph } from '../http-graph.ts';

const issuesSchema = z.array(z.object({ path: z.array(z.string()), message: z.string() })).optional();

const exactlyOne = 'Exactly one key must be specified for OneOf type "SignalDiscoveredFilter".';
const days = { from: '2026-01-01', to: '2026-01-02' };

describe('errors of input values', () => {
  const graph = useHttpGraph();

  /** The errors of an operation; expects no data and no tool call. */
  async function errorsOf(query: string, variables: object = {}, operationName?: string) {
    const { data, errors } = await graph.send({ query, variables, operationName });
    expect(data).toBeUndefined();
    expect(graph.tools.calls).toEqual([]);
    expect(new Set(errors.map(({ extensions }) => extensions['code']))).toEqual(new Set(['BAD_USER_INPUT']));
    return errors.map(({ message, extensions }) => ({ message, issues: issuesSchema.parse(extensions['issues']) }));
  }
  const issuesOf = async (...operation: Parameters<typeof errorsOf>) =>
    (await errorsOf(...operation)).flatMap(({ issues = [] }) => issues);

  const signals = 'query ($filter: SignalFilter) { signals(filter: $filter) { totalCount } }';

  it('are the same each time a document is sent', async () => {
    const query = `{ signals(filter: { discovered: { withinDays: 1, since: "2026-01-01T00:00:00Z" } }) { totalCount } }`;
    const message = 'OneOf Input Object "SignalDiscoveredFilter" must specify exactly one key.';
    const once = [{ message: `filter.discovered: ${message}`, issues: [{ path: ['filter', 'discovered'], message }] }];
    expect([await errorsOf(query), await errorsOf(query), await errorsOf(query)]).toEqual([once, once, once]);
  });

  it.each<[string, string, object, string, string[], string]>([
    ['a number', 'minScore: "x"', { minScore: 'x' }, 'minScore', [], 'Expected value of type "Int".'],
    [
      'a name in a list',
      'cities: { in: ["Bern", 3] }',
      { cities: { in: ['Bern', 3] } },
      'cities.in.1',
      [],
      'Expected value of type "String".',
    ],
    [
      'an enum value',
      'ageRanges: [NOTHING]',
      { ageRanges: ['NOTHING'] },
      'ageRanges.0',
      [],
      expect.stringContaining('Expected value of type "AgeRange".'),
    ],
    [
      'two keys of @oneOf',
      'discovered: { withinDays: 1, between: { from: "2026-01-01", to: "2026-01-02" } }',
      { discovered: { withinDays: 1, between: days } },
      'discovered',
      [],
      exactlyOne,
    ],
    ['no key of @oneOf', 'discovered: {}', { discovered: {} }, 'discovered', [], exactlyOne],
    [
      'null for a key of @oneOf',
      'discovered: { withinDays: null }',
      { discovered: { withinDays: null } },
      'discovered',
      ['withinDays'],
      'Field "withinDays" must be non-null.',
    ],
    [
      'a key that is missing',
      'discovered: { between: { from: "2026-01-01" } }',
      { discovered: { between: { from: '2026-01-01' } } },
      'discovered.between',
      [],
      'Field "to" of required type "Date!" was not provided.',
    ],
  ])('have the same path for literals and for variables: %s', async (_, literal, filter, place, inner, message) => {
    const path = ['filter', ...place.split('.')];
    const ofLiteral = await issuesOf(`{ signals(filter: { ${literal} }) { totalCount } }`);
    expect(ofLiteral.map((issue) => issue.path)).toEqual([path]);
    expect(await issuesOf(signals, { filter })).toEqual([{ path: [...path, ...inner], message }]);
  });

  it('name the argument and not the variable', async () => {
    const query = 'query ($f: SignalFilter) { signals(filter: $f) { totalCount } }';
    expect(await errorsOf(query, { f: { minScore: 'x', fullName: 7 } })).toEqual([
      {
        message: 'Variable "$f" got invalid value at "f.fullName"; Expected value of type "String".',
        issues: [{ path: ['filter', 'fullName'], message: 'Expected value of type "String".' }],
      },
      {
        message: 'Variable "$f" got invalid value at "f.minScore"; Expected value of type "Int".',
        issues: [{ path: ['filter', 'minScore'], message: 'Expected value of type "Int".' }],
      },
    ]);
  });

  it('name every place where a variable is used once, also in literals and fragments', async () => {
    const message = 'Expected value of type "String".';
    const query = `
      query A($c: String!) { ...Signals a: signals(filter: { fullName: $c }) { totalCount } }
      fragment Signals on Query { b: signals(filter: { cities: { in: ["Bern", $c] } }) { totalCount } c: signals(filter: { fullName: $c }) { totalCount } }
      query B($c: String!) { signals(filter: { sources: [$c] }) { totalCount } }`;
    expect(await issuesOf(query, { c: 3 }, 'A')).toEqual([
      { path: ['filter', 'fullName'], message },
      { path: ['filter', 'cities', 'in', '1'], message },
    ]);
  });

  it('say that a variable is not defined', async () => {
    const message = 'Variable "$nothing" is not defined.';
    expect(await errorsOf('{ signal(id: $nothing) { id } }')).toEqual([
      { message: `id: ${message}`, issues: [{ path: ['id'], message }] },
    ]);
  });

  it('say that a literal must not be null', async () => {
    const message = 'Expected value of type "ID!", found null.';
    expect(await errorsOf('{ signal(id: null) { id } }')).toEqual([
      { message: `id: ${message}`, issues: [{ path: ['id'], message }] },
    ]);
  });

  it.each([[{}], [{ id: null }]])('name the argument of a missing required variable: %j', async (variables) => {
    const query = 'query ($id: ID!) { signal(id: $id) { id } }';
    expect(await issuesOf(query, variables)).toEqual([{ path: ['id'], message: 'is required and must not be null' }]);
  });

  const required = 'is required and must not be null';
  const conversations = 'conversations(minConfidence: $v) { totalCount }';
  it.each<[string, string, string[]]>([
    ['@include', 'query ($v: Boolean = true) { lists @include(if: $v) { id } }', ['if']],
    ['@skip', 'query ($v: Boolean = true) { signal(id: "1") { ... @skip(if: $v) { id } } }', ['if']],
    [
      'an enum with a default',
      `query ($v: MatchConfidence) { signals(first: 1) { nodes { ${conversations} } } }`,
      ['minConfidence'],
    ],
    [
      'an enum in a fragment',
      `query ($v: MatchConfidence) { signal(id: "1") { ...F } } fragment F on Signal { ${conversations} }`,
      ['minConfidence'],
    ],
    [
      'an argument whose variable is null by default',
      `query ($v: MatchConfidence = null) { signal(id: "1") { ${conversations} } }`,
      ['minConfidence'],
    ],
    ['a scalar', 'query ($v: ID = "1") { signal(id: $v) { id } }', ['id']],
    ['a list', 'query ($v: [_Any!] = []) { _entities(representations: $v) { __typename } }', ['representations']],
    ['a list item', 'query ($v: ID = "1") { companies(ids: ["https://a.example", $v]) { totalCount } }', ['ids', '1']],
    [
      'an input field',
      'query ($v: Date = "2026-01-01") { signals(filter: { discovered: { between: { from: $v, to: "2026-01-02" } } }) { totalCount } }',
      ['filter', 'discovered', 'between', 'from'],
    ],
    [
      'an input type of a mutation',
      'mutation ($v: CreateListInput = { name: "A" }) { createList(input: $v) { __typename } }',
      ['input'],
    ],
    [
      'an input field of a mutation',
      'mutation ($v: String = "A") { lists: createList(input: { name: $v }) { __typename } }',
      ['input', 'name'],
    ],
    [
      'an item of an input field of a second mutation',
      'mutation ($v: ID = "a") { createList(input: { name: "A" }) { __typename } createSavedSearch(input: { title: "ada@acme.example", sharees: [$v] }) { __typename } }',
      ['input', 'sharees', '0'],
    ],
  ])('name the place of null where null is not allowed: %s', async (_place, query, path) => {
    const message = 'Variable "$v" must not be null.';
    expect(await errorsOf(query, query.includes('= null') ? {} : { v: null })).toEqual([
      { message, issues: [{ path, message: required }] },
    ]);
  });

  it('leave out places that the operation does not reach', async () => {
    const query = `
      query A($v: String = "a") { signals(filter: { fullName: $v }) { totalCount } }
      query B($v: String = "a") { ...F }
      fragment F on Query { __type(name: $v) { name } }`;
    expect((await graph.send({ query, variables: { v: null }, operationName: 'A' })).errors).toEqual([]);
  });

  it('are at most five, and one without issues says that there are more', async () => {
    const ids = Array.from({ length: 60 }, () => 1.5);
    const query =
      'query ($ids: [ID!]!, $filter: SignalFilter) { companies(ids: $ids) { totalCount } signals(filter: $filter) { totalCount } }';
    const errors = await errorsOf(query, { ids, filter: 1 });
    expect(errors).toHaveLength(6);
    expect(errors.map(({ issues }) => issues?.map(({ path }) => path))).toEqual([
      ...Array.from({ length: 5 }, (_, index) => [['ids', String(index)]]),
      undefined,
    ]);
  });

  it('name the argument of text that a database cannot store', async () => {
    const query = 'query ($f: SignalFilter) { signals(filter: $f) { totalCount } }';
    const rule = 'must be well-formed text without U+0000';
    expect(await errorsOf(query, { f: { cities: { in: ['\u0000'] } } })).toEqual([
      { message: `filter.cities.in.0 ${rule}.`, issues: [{ path: ['filter', 'cities', 'in', '0'], message: rule }] },
    ]);
    expect(await issuesOf(query, { f: { fullName: 'a\ud800b' } })).toEqual([
      { path: ['filter', 'fullName'], message: rule },
    ]);
    expect(await issuesOf('{ signals(filter: { cities: { in: ["Bern", "\\u0000"] } }) { totalCount } }')).toEqual([
      { path: ['filter', 'cities', 'in', '1'], message: rule },
    ]);
    const rename = (after: string) =>
      `renameList(id: "l", name: "L") { ... on RenameListSuccess { list { entries(after: ${after}) { totalCount } } } }`;
    const inMutation = [{ path: ['after'], message: rule }];
    expect(await issuesOf(`mutation { ${rename('"\\u0000"')} }`)).toEqual(inMutation);
    expect(await issuesOf(`mutation ($a: String) { ${rename('$a')} }`, { a: '\u0000' })).toEqual(inMutation);
    expect(await issuesOf('query ($id: ID! = "\\u0000") { signal(id: $id) { id } }')).toEqual([
      { path: [], message: rule },
    ]);
  });
});
