import { getIntrospectionQuery } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { storeLists } from '../../../src/platform/services/talent/store/store-shared-records.ts';
import { storeSignals } from '../../../src/platform/services/talent/store/store-signals.ts';
import { allScopes, schemaScope } from '../../../src/tools/tool.ts';
import { minutesAgo } from '../../support/graph/test-graph.ts';
import { useHttpGraph } from '../http-graph.ts';

const names = (count: number) => Array.from({ length: count }, (_, index) => `a${index}`);

/** `count` levels of fields that each return one object, alternating between an activity and its summary. */
const steps = (count: number) =>
  Array.from({ length: count }, (_, index) => (index % 2 === 0 ? 'summary { ' : 'activity { ')).join('');

/** An operation with `count` levels of fields, the last of which is a leaf. */
const levels = (count: number) =>
  `{ activity(id: "00000000-0000-4000-8000-000000000001") { ${steps(count - 2)}__typename ${'} '.repeat(count)}`;

/** Fragments each of which spreads the next one twice. */
const bomb = (count: number) =>
  [
    ...names(count).map((name, index) => `fragment ${name} on List { id ...a${index + 1} ...a${index + 1} }`),
    `fragment a${count} on List { id }`,
  ].join(' ');

describe.each(['development', 'production'])('limits of operations in %s', (mode) => {
  const graph = useHttpGraph({ environment: { NODE_ENV: mode, COST_MODE: 'off' } });
  beforeAll(async () => {
    await storeSignals(graph.db, [{ id: 'sig_1', discovered_at: minutesAgo(1), full_name: 'Nia' }]);
    await storeLists(graph.db, [
      { id: 'lst_1', name: 'Founders', creator: 'usr_ada', entries: [{ id: 'ent_1', signal_id: 'sig_1' }] },
    ]);
  });

  const post = async (body: object | string) => {
    const { status, data, errors } = await graph.send(body, { 'x-test-scopes': [...allScopes, schemaScope].join(' ') });
    return { status, data, errors, tools: graph.tools.calls.map(({ tool }) => tool) };
  };
  const ask = (query: string, variables?: object) => post({ query, variables });

  const rejection = (message: string) => ({
    status: 200,
    data: undefined,
    errors: [{ message, extensions: { code: 'BAD_USER_INPUT', isRetryable: false } }],
    tools: [],
  });

  it.runIf(mode === 'development')("accepts GraphiQL's introspection query", async () => {
    const options = { schemaDescription: true, inputValueDeprecation: true, specifiedByUrl: true, oneOf: true };
    expect((await ask(getIntrospectionQuery(options))).errors).toEqual([]);
  });

  it('accepts 20 levels of fields and rejects 21', async () => {
    expect((await ask(levels(20))).tools).toEqual(['summary_get']);
    graph.tools.restore();
    expect(await ask(levels(21))).toEqual(rejection('Query depth limit of 20 exceeded, found 21.'));
  });

  it('counts levels of fields in fragments', async () => {
    const deep = `fragment Deep on Activity { ${steps(9)}__typename ${'} '.repeat(9)} }`;
    const inFragment = `${levels(12).replace(' __typename ', ' ...Deep ')} ${deep}`;
    expect(await ask(inFragment)).toEqual(rejection('Query depth limit of 20 exceeded, found 21.'));
  });

  // The stack size decides whether parsing, the depth limit or validation rejects the query.
  it.each([
    ['fields', `{${'a{'.repeat(800)}b${'}'.repeat(800)}}`],
    ['lists', `{ a(x: ${'['.repeat(1200)}${']'.repeat(1200)}) }`],
  ])('rejects %s that are nested too deeply to be parsed', async (_, query) => {
    const { data, errors, tools } = await ask(query);
    expect({ data, tools }).toEqual({ data: undefined, tools: [] });
    expect(errors[0]?.message).toMatch(/nested too deeply|depth limit of 20|Cannot query field/);
  });

  it('names five errors of a document, and the limit if there are more', async () => {
    const unknown = async (count: number) => (await ask(`{ ${names(count).join(' ')} }`)).errors;
    expect(await unknown(5)).toHaveLength(5);
    const errors = await unknown(7);
    expect(errors).toHaveLength(6);
    expect(errors.at(-1)).toMatchObject({
      message: 'The document has more than 5 errors. The others are not listed.',
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
    });
  });

  it('accepts 100 aliases and rejects 101', async () => {
    const aliases = (count: number) =>
      `{ ${names(count)
        .map((name) => `result_of_${name}: __typename`)
        .join(' ')} }`;
    expect((await ask(aliases(100))).errors).toEqual([]);
    expect(await ask(aliases(101))).toEqual(rejection('Aliases limit of 100 exceeded, found 101.'));
  });

  it('counts the aliases of a fragment at each spread', async () => {
    const doubled = `{ lists { ...a0 } } ${names(8)
      .map((name, index) => `fragment ${name} on List { x${index}: id ...a${index + 1} ...a${index + 1} }`)
      .join(' ')} fragment a8 on List { y: id }`;
    expect(await ask(doubled)).toEqual(rejection('Aliases limit of 100 exceeded, found 511.'));
  });

  it('accepts 100 directives and rejects 101', async () => {
    const directives = (count: number) => `{ ${'__typename @include(if: true) '.repeat(count)} }`;
    expect((await ask(directives(100))).errors).toEqual([]);
    expect(await ask(directives(101))).toEqual(rejection('Directives limit of 100 exceeded, found 101.'));
  });

  it('accepts names of 200 characters and rejects 201, before any tool call', async () => {
    const rule = 'A name in the document has 201 characters; the limit is 200.';
    const named = (length: number) => 'a'.repeat(length);
    expect((await ask(`{ ${named(200)}: lists { id } }`)).errors).toEqual([]);
    graph.tools.restore();
    expect(await ask(`{ ${named(201)}: lists { id } }`)).toEqual(rejection(rule));
    expect(await ask(`query ($${named(201)}: String) { lists { id } }`)).toEqual(rejection(rule));
  });

  it('rejects arguments that are too long because a variable is used many times', async () => {
    const query = `query ($a: String!) { signals(filter: { cities: { in: [${'$a '.repeat(30)}] } }) { totalCount } }`;
    expect(await ask(query, { a: 'x'.repeat(100_000) })).toEqual({
      ...rejection(''),
      errors: [
        {
          message: expect.stringContaining(
            'more than 2097152 characters in total, where each list item counts as 50 more.',
          ),
          extensions: { code: 'BAD_USER_INPUT', isRetryable: false, requestId: expect.any(String) },
        },
      ],
    });
    expect((await ask(query, { a: 'x'.repeat(1000) })).errors).toEqual([]);
  });

  it('rejects lists whose items are too many because a variable is used many times', async () => {
    const query = `query ($ids: [ID!]) { ${names(90)
      .map((name) => `${name}: companies(ids: $ids) { totalCount }`)
      .join(' ')} }`;
    expect((await ask(query, { ids: Array(1000).fill(1) })).errors).toMatchObject([
      {
        message: expect.stringContaining(
          'more than 2097152 characters in total, where each list item counts as 50 more.',
        ),
      },
    ]);
    const { errors } = await ask(query, { ids: Array(400).fill(1) });
    expect(JSON.stringify(errors)).not.toContain('characters in total');
  });

  it('rejects a result whose texts and names are too long', async () => {
    const { data, errors } = await ask(
      `{ _service { ${names(99)
        .map((name) => `${name}: sdl`)
        .join(' ')} } }`,
    );
    expect(data).toBeNull();
    expect(errors).toMatchObject([
      {
        message: 'The result has more than 5,000,000 characters. Request less at once.',
        extensions: { code: 'RESULT_TOO_LARGE', isRetryable: false },
      },
    ]);
  });

  it('accepts 2,500 tokens and rejects 2,501', async () => {
    const tokens = (count: number) => `{ companies(ids: [${'"" '.repeat(count - 12)}]) { totalCount } }`;
    expect((await ask(tokens(2500))).errors[0]?.message).not.toContain('tokens');
    expect(await ask(tokens(2501))).toEqual(rejection('The document has more than 2500 tokens.'));
  });

  it.each(['\n', '\r', '\r\n'])('accepts 2,500 lines and rejects 2,501, with line ends %j', async (lineEnd) => {
    const lines = (count: number) => `{ lists { id } ${lineEnd.repeat(count - 1)} }`;
    expect((await ask(lines(2500))).errors).toEqual([]);
    graph.tools.restore();
    expect(await ask(lines(2501))).toEqual(rejection('The document has more than 2500 lines.'));
  });

  it('accepts 500 fields and rejects 501, those of a fragment once', async () => {
    const fields = (count: number) =>
      `{ ${'lists { ...A } '.repeat(200)} } fragment A on List { ${'id '.repeat(count - 200)} }`;
    expect((await ask(fields(500))).errors).toEqual([]);
    graph.tools.restore();
    expect(await ask(fields(501))).toEqual(rejection('The document has more than 500 fields.'));
  });

  it('rejects fragments that spread themselves', async () => {
    const { status, data, errors, tools } = await ask(
      '{ lists { ...A } } fragment A on List { id ...B } fragment B on List { id ...A }',
    );
    expect({ data, tools }).toEqual({ data: undefined, tools: [] });
    expect(status).toBe(200);
    expect(errors.map(({ message }) => message)).toEqual(['Cannot spread fragment "A" within itself via "B".']);
  });

  it('accepts 40 fragments each of which spreads the next one twice', async () => {
    const { data, errors, tools } = await ask(
      `{ signal(id: "sig_1") { lists { ...a0 } listEntries { list { ...a0 } } } } ${bomb(40)}`,
    );
    expect(errors).toEqual([]);
    expect(data).toEqual({ signal: { lists: [{ id: 'lst_1' }], listEntries: [{ list: { id: 'lst_1' } }] } });
    expect(tools).toEqual(['signals_get', 'signals_entries']);
  });

  it('ignores unused variables that are nested 20,000 levels deep', async () => {
    const { data } = await post(
      `{ "query": "{ __typename }", "variables": { "a": ${'['.repeat(20_000)}${']'.repeat(20_000)} } }`,
    );
    expect(data).toEqual({ __typename: 'Query' });
  });

  describe('representations', () => {
    /** Representations with ids that no company can have, so that they cost no tool call. */
    const companies = (count: number) => names(count).map((id) => ({ __typename: 'Company', id }));
    const literals = (count: number) => `[${'{}'.repeat(count)}]`;
    const field = '_entities(representations: $r) { __typename }';

    const tooMany = (count: number) => {
      const rule = `must be at most 1000 in an operation; there are ${count}`;
      const issues = [{ path: ['representations'], message: rule }];
      const extensions = { code: 'BAD_USER_INPUT', isRetryable: false, issues, requestId: expect.any(String) };
      return { status: 200, data: undefined, errors: [{ message: `representations ${rule}.`, extensions }], tools: [] };
    };

    it('are accepted up to 1,000', async () => {
      const query = `query ($r: [_Any!]!) { ${field} }`;
      const { data, errors } = await ask(query, { r: companies(1000) });
      expect(errors).toEqual([]);
      expect(data).toEqual({ _entities: companies(1000).map(() => null) });
    });

    it.each([
      ['one field', `query ($r: [_Any!]!) { ${field} }`, 1001, 1001],
      ['several names', `query ($r: [_Any!]!) { a: ${field} b: ${field} }`, 501, 1002],
      ['a fragment', `query ($r: [_Any!]!) { ...More a: ${field} } fragment More on Query { b: ${field} }`, 501, 1002],
      ['an inline fragment', `query ($r: [_Any!]!) { ... on Query { a: ${field} } b: ${field} }`, 501, 1002],
      ['a literal', `{ _entities(representations: ${literals(1001)}) { __typename } }`, 0, 1001],
      [
        'a literal and a variable',
        `query ($r: [_Any!]!) { ${field} b: _entities(representations: ${literals(1)}) { __typename } }`,
        1000,
        1001,
      ],
      ['the default of a variable', `query ($r: [_Any!]! = ${literals(1001)}) { ${field} }`, undefined, 1001],
      ['an operation beside others', `query A { __typename } query B($r: [_Any!]!) { ${field} }`, 1001, 1001],
    ])('are rejected above 1,000 in %s, before any tool call', async (_, query, size, count) => {
      const variables = size === undefined ? {} : { r: names(size).map((id) => ({ __typename: 'Signal', id })) };
      const withLists = query.replace(/\{ (?!__typename)/, '{ lists { name } ');
      const operationName = query.includes('query B') ? 'B' : undefined;

      expect(await post({ query: withLists, variables, operationName })).toEqual(tooMany(count));
    });

    it('count once for a field that is selected twice, and not in other operations', async () => {
      const query = `query A($r: [_Any!]!) { ${field} ${field} } query B($r: [_Any!]!) { ...More } fragment More on Query { b: ${field} }`;
      const { data, errors } = await post({ query, variables: { r: companies(1000) }, operationName: 'A' });
      expect(errors).toEqual([]);
      expect(data).toEqual({ _entities: companies(1000).map(() => null) });
    });
  });
});
