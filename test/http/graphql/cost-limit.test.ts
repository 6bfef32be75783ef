import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { storeLists } from '../../../src/platform/services/talent/store/store-shared-records.ts';
import { startHttpGraph } from '../http-graph.ts';
import { useGraph } from '../../support/graph/test-graph.ts';
import { captureLog } from '../../support/log-capture.ts';
import { useClosing } from '../../support/resource.ts';

/** A short query that would read lists of lists of lists. */
const cyclic =
  '{ lists { entries(first:100) { nodes { signal { lists { entries(first:100) { nodes { signal { lists { entries(first:100) { nodes { id signal {id fullName}}}}}}}}}}}}}';

const path = 'lists.entries.nodes.signal.lists.entries.nodes.signal.lists.entries.nodes';

const tooExpensive = {
  message: `This operation is estimated to cost 18365618; the limit is 7000. Its most expensive path is \`${path}\` with 9000000. Request pages with first: 5 or less on that path.`,
  extensions: {
    code: 'COST_ESTIMATED_TOO_EXPENSIVE',
    isRetryable: false,
    estimatedCost: 18365618,
    costLimit: 7000,
    path,
    maxFirst: 5,
    requestId: expect.any(String),
  },
};

/** A graph with one list of `ada`, and what it logs. */
async function startCostGraph(environment: Record<string, string> = {}) {
  const { log, lines } = captureLog();
  const graph = await startHttpGraph({ environment, log });
  await storeLists(graph.db, [{ id: 'lst_1', name: 'Founders', creator: 'usr_ada' }]);
  return { ...graph, lines };
}

describe('costs are enforced', () => {
  const graph = useGraph(startCostGraph);
  beforeEach(() => void graph.lines.splice(0));

  it('rejects the documented operation with the documented error', async () => {
    const page = await readFile('src/graph/README.md', 'utf8');
    const [, query = '', error = ''] = /here for\s+`(.+)`:\s+```json\n([^`]+`[^`]+`[^`]+)```/.exec(page) ?? [];
    const documented = JSON.parse(error);
    const { answer } = await graph.send({ query });
    expect(answer).toMatchObject({
      errors: [{ ...documented, extensions: { ...documented.extensions, requestId: expect.any(String) } }],
    });
  });

  it('rejects an operation above the limit before any tool call, with one log line', async () => {
    expect(await graph.send({ query: cyclic })).toMatchObject({ status: 200, answer: { errors: [tooExpensive] } });
    const accept = { accept: 'application/graphql-response+json' };
    expect(await graph.send({ query: cyclic }, accept)).toMatchObject({ status: 400 });

    expect(graph.tools.calls).toEqual([]);
    expect(graph.lines).toMatchObject([
      { msg: 'POST /graphql', errorCodes: ['COST_ESTIMATED_TOO_EXPENSIVE'] },
      { msg: 'POST /graphql' },
    ]);
  });

  it('answers in few bytes, however long the names in the document are', async () => {
    const alias = 'a'.repeat(200);
    const { answer, text } = await graph.send({ query: cyclic.replace('lists', `${alias}: lists`) });

    expect(answer).toMatchObject({ errors: [{ extensions: { code: 'COST_ESTIMATED_TOO_EXPENSIVE', maxFirst: 5 } }] });
    expect(text.length).toBeLessThan(2000);
  });

  it('accepts the operation with the `first` that the error names, and no larger one', async () => {
    const withFirst = (first: number) => graph.send({ query: cyclic.replaceAll('first:100', `first:${first}`) });
    expect((await withFirst(5)).answer).toEqual({ data: { lists: [{ entries: { nodes: [] } }] } });
    expect((await withFirst(6)).answer).toMatchObject({ errors: [{ extensions: { maxFirst: 5 } }] });
  });

  it('says what to do when smaller pages do not suffice', async () => {
    const signals = Array.from({ length: 100 }, (_, index) => `a${index}: signals(first: 100) { nodes { id } }`);
    const { answer } = await graph.send({ query: `{ ${signals.join(' ')} }` });

    expect(answer).toMatchObject({
      errors: [
        {
          message:
            'This operation is estimated to cost 11100; the limit is 7000. Its most expensive path is `a0.nodes` with 100. Select fewer nested lists, or split the operation: smaller pages on that path do not suffice.',
          extensions: { code: 'COST_ESTIMATED_TOO_EXPENSIVE', path: 'a0.nodes' },
        },
      ],
    });
    expect(answer).not.toHaveProperty('errors.0.extensions.maxFirst');
    expect(graph.tools.calls).toEqual([]);
  });

  it('rejects an expensive mutation before it changes anything', async () => {
    const lists =
      'lists { entries(first: 100) { nodes { signal { lists { entries(first: 100) { nodes { id } } } } } } }';
    const query = `mutation { markSignalViewed(id: "sig_1") { ... on MarkSignalViewedSuccess { signal { ${lists} } } } }`;
    const { answer } = await graph.send({ query });

    expect(answer).toMatchObject({ errors: [{ extensions: { code: 'COST_ESTIMATED_TOO_EXPENSIVE' } }] });
    expect(graph.tools.calls).toEqual([]);
  });

  it('reports the estimated and the actual cost with the tool calls', async () => {
    const { answer, headers } = await graph.send({ query: '{ lists { name } }' }, { 'x-tool-trace': '1' });

    expect(headers.get('ratelimit-policy')).toBeNull();
    const cost = { requestedQueryCost: 9 + 10, actualQueryCost: 1 + 10, throttleStatus: null };
    expect(answer.extensions?.['cost']).toEqual(cost);
  });

  it('estimates a repeated document anew for other variables, operations and scopes', async () => {
    const query = 'query page($first: Int) { signals(first: $first) { nodes { id } } } query lists { lists { name } }';
    const literal = '{ signals(first: 3) { nodes { id } } }';
    const costOf = async (parameters: object, scopes = 'talent:read') => {
      const { text } = await graph.send(parameters, { 'x-tool-trace': '1', 'x-test-scopes': scopes });
      return JSON.parse(text).extensions.cost.requestedQueryCost;
    };
    const page = (first: number) => costOf({ query, operationName: 'page', variables: { first } });

    expect([await page(3), await page(5), await page(3)]).toEqual([14, 16, 14]);
    expect([await costOf({ query: literal }), await costOf({ query: literal })]).toEqual([14, 14]);
    expect(await costOf({ query: literal }, 'convo:read')).toBe(0);
    expect(await costOf({ query: literal })).toBe(14);
    const two = 'query a { lists { name } } query b { signals(first: 3) { nodes { id } } }';
    const named = (operationName: string) => costOf({ query: two, operationName });
    expect([await named('a'), await named('b'), await named('a')]).toEqual([19, 14, 19]);
  });

  describe('x-explain: 1', () => {
    const explained = { 'x-explain': '1' };

    it('returns the documented estimate without a tool call', async () => {
      const page = await readFile('src/graph/README.md', 'utf8');
      const [, section = ''] = /\*\*EXPLAIN\.\*\*([\s\S]*?)\n### /.exec(page) ?? [];
      const [, body = ''] = /-d '([^']+)'/.exec(section) ?? [];
      const [, response = ''] = /```json\n([^`]+)```/.exec(section) ?? [];

      const { status, answer } = await graph.send(JSON.parse(body), explained);

      expect({ status, answer }).toEqual({ status: 200, answer: JSON.parse(response) });
      expect(graph.tools.calls).toEqual([]);
    });

    it('explains operations that would be rejected', async () => {
      const { status, answer, text } = await graph.send({ query: cyclic }, explained);

      const { code, maxFirst } = tooExpensive.extensions;
      const rejection = { code, message: tooExpensive.message, maxFirst };
      expect({ status, answer }).toMatchObject({
        status: 200,
        answer: { data: null, extensions: { explain: { estimatedCost: 18365618, rejection } } },
      });
      expect(text.length).toBeLessThan(20_000);

      const outputs =
        '{ activities(first: 100) { nodes { summary { content } questions { text } actionItems { text } } } }';
      expect((await graph.send({ query: outputs }, explained)).answer).toMatchObject({
        extensions: { explain: { rejection: { code: 'TOOL_CALL_BUDGET_EXCEEDED', maxFirst: 66 } } },
      });
      expect(graph.tools.calls).toEqual([]);
    });

    it('changes nothing for a mutation', async () => {
      const query =
        'mutation { createList(input: { name: "Explained" }) { ... on CreateListSuccess { list { id } } } }';
      const { answer } = await graph.send({ query }, explained);

      const toolCalls = [{ tool: 'lists_create', calls: 1 }];
      expect(answer).toMatchObject({ data: null, extensions: { explain: { estimatedCost: 12, toolCalls } } });
      expect(graph.tools.calls).toEqual([]);
      expect(await graph.listNames()).toEqual(['Founders']);
    });

    it('explains references of a gateway', async () => {
      const query =
        'query ($representations: [_Any!]!) { _entities(representations: $representations) { ... on Company { name } } }';
      const variables = { representations: [{ __typename: 'Company', id: 'exe_1' }] };

      expect((await graph.send({ query, variables }, explained)).answer).toMatchObject({
        extensions: { explain: { estimatedCost: 11, paths: [{ path: '_entities', objects: 1 }] } },
      });
    });

    it('still rejects operations that cannot run', async () => {
      expect((await graph.send({ query: '{ nothing }' }, explained)).answer).toMatchObject({
        errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
      });
    });
  });
});

describe('COST_MODE', () => {
  const closing = useClosing();

  it('measure runs an operation above the limit and logs a warning', async () => {
    const graph = closing(await startCostGraph({ COST_LIMIT: '18', COST_MODE: 'measure' }));
    const answers = [1, 2].map(() => graph.send({ query: '{ lists { name } }' }));
    for (const { answer } of await Promise.all(answers)) {
      expect(answer).toEqual({ data: { lists: [{ name: 'Founders' }] } });
    }
    const rule = 'an operation exceeds the cost limit';
    const warning = { level: 40, msg: rule, estimatedCost: 19, costLimit: 18, path: 'lists' };
    expect(graph.lines.filter(({ msg }) => msg === rule)).toMatchObject([warning, warning]);
  });

  it('off estimates nothing unless a client asks for an explanation', async () => {
    const graph = closing(await startCostGraph({ COST_LIMIT: '1', COST_MODE: 'off' }));
    const { answer } = await graph.send({ query: '{ lists { name } }' }, { 'x-tool-trace': '1' });
    expect(answer.extensions?.['cost']).toMatchObject({ requestedQueryCost: null, actualQueryCost: 11 });

    const explanation = await graph.send({ query: '{ lists { name } }' }, { 'x-explain': '1' });
    expect(explanation.answer).toMatchObject({
      extensions: { explain: { estimatedCost: 19, costLimit: null, rejection: null } },
    });
  });
});
