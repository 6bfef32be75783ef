import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery, printSchema as printApi } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { prefixDocument } from '../../../src/graph/prefix/prefixed-document.ts';
import { createPrefixedNames } from '../../../src/graph/prefix/prefixed-name.ts';
import { printSchema } from '../../../src/graph/print-schema.ts';
import { schema } from '../../../src/graph/schema.ts';
import { type EventGraph, startEventGraph, weekly } from '../conversation/event/event-graph.ts';
import { jsonRequest } from '../../support/network/post-json.ts';

const scopeError = (field: string, scope: string) =>
  `${field} needs the scope ${scope}, which the caller does not have.`;

describe('a graph with GRAPH_TYPE_PREFIX=Deal', () => {
  let deal: EventGraph;
  let plain: EventGraph;
  beforeAll(async () => {
    [deal, plain] = [await startEventGraph({ environment: { GRAPH_TYPE_PREFIX: 'Deal' } }), await startEventGraph()];
  });
  beforeEach(() => deal.tools.restore());
  afterAll(async () => {
    await deal.close();
    await plain.close();
  });

  const send = (document: string, variables: object = {}, headers: Record<string, string> = {}) =>
    deal.execute<Record<string, unknown>, object>({ toString: () => document }, variables, { headers });

  it('returns the prefixed schema for _service', async () => {
    const { data } = await send('{ _service { sdl } }');
    expect(data).toEqual({ _service: { sdl: printSchema('Deal').trimEnd() } });
  });

  it('introspects as the same types and fields with other names', async () => {
    const query = { toString: () => getIntrospectionQuery() };
    const ask = async (graph: EventGraph) =>
      printApi(buildClientSchema((await graph.execute<IntrospectionQuery, object>(query, {})).data ?? schemaMissing()));
    expect(sortedLines(await ask(deal))).toEqual(
      sortedLines(prefixDocument(await ask(plain), createPrefixedNames(schema, 'Deal'))),
    );
  });

  it('does not know the names without the prefix', async () => {
    const { errors } = await send('query ($filter: SignalFilter) { signals(filter: $filter) { totalCount } }');
    expect(errors.map(({ message }) => message)).toEqual([
      'Unknown type "SignalFilter". Did you mean "DealSignalFilter"?',
      'Cannot query field "signals" on type "Query".',
    ]);
  });

  it('resolves representations by their prefixed names, and no others', async () => {
    const { data, errors, toolCalls } = await send(
      `query ($representations: [_Any!]!) {
        _entities(representations: $representations) { __typename ... on DealActivity { id summary { content } } }
      }`,
      { representations: ['DealActivity', 'Activity'].map((name) => ({ __typename: name, id: weekly })) },
    );
    expect(data).toEqual({
      _entities: [{ __typename: 'DealActivity', id: weekly, summary: { content: 'Summary of Weekly' } }, null],
    });
    expect(errors.map(({ message, path }) => ({ message, path }))).toEqual([
      { message: 'representations.1.__typename must name an entity.', path: ['_entities', 1] },
    ]);
    // A summary needs only the activity's id, so no call loads the activity.
    expect(toolCalls).toEqual([{ tool: 'summary_get', keys: 1 }]);
  });

  it('returns problems and interfaces by their prefixed names', async () => {
    const { data } = await send(`mutation {
      dealDeleteWebhook(id: "no uuid") {
        __typename
        ... on DealProblem { code message }
        ... on DealInvalidInputProblem { issues { path } }
      }
    }`);
    expect(data).toEqual({
      dealDeleteWebhook: {
        __typename: 'DealInvalidInputProblem',
        code: 'BAD_USER_INPUT',
        message: expect.stringContaining('id must be a UUID'),
        issues: [{ path: ['id'] }],
      },
    });
  });

  it('names the prefixed fields in errors about scopes', async () => {
    const none = { 'x-test-scopes': '' };
    const query = await send('{ dealLists { id } }', {}, none);
    expect(query.errors.map(({ message }) => message)).toEqual([scopeError('dealLists', 'talent:read')]);
    const change = await send(
      'mutation { dealDeleteList(id: "lst_1") { ... on DealNotPermittedProblem { message } } }',
      {},
      none,
    );
    expect(change.data).toEqual({ dealDeleteList: { message: scopeError('dealDeleteList', 'talent:write') } });
    const reference = '{ _entities(representations: [{ __typename: "DealList", id: "lst_1" }]) { __typename } }';
    const references = await send(reference, {}, none);
    expect(references.errors.map(({ message }) => message)).toEqual([scopeError('DealList', 'talent:read')]);
  });

  it('estimates the same costs', async () => {
    const document = `{
      signals(first: 20) { nodes { lists { name } experiences { company { name } } samePersonSignals { id } } }
      users { comments { text } }
      lists { accesses { name } }
      activity(id: "${weekly}") { moments { __typename } }
    }`;
    const explain = async (graph: EventGraph, text: string) => {
      const request = jsonRequest('http://graph.test/graphql', { query: text }, { headers: { 'x-explain': '1' } });
      return (await graph.app.fetch(request)).text();
    };
    const expected = await explain(plain, document);
    const found = await explain(deal, prefixDocument(document, createPrefixedNames(schema, 'Deal')));
    expect(JSON.parse(expected)).toMatchObject({
      data: null,
      extensions: { explain: { estimatedCost: expect.any(Number) } },
    });
    expect(JSON.parse(found.replaceAll(/deal([A-Z])/g, (_, letter: string) => letter.toLowerCase()))).toEqual(
      JSON.parse(expected),
    );
  });

  it('emits the events of a subscription', async () => {
    const document = 'subscription { dealConversationEvents { id activity { __typename title } } }';
    const subscription = await deal.follow<Record<string, unknown>, object>({ toString: () => document }, {});
    deal.emit('of Acme');
    expect((await subscription.next())?.data).toEqual({
      dealConversationEvents: { id: 'of Acme', activity: { __typename: 'DealActivity', title: 'Weekly' } },
    });
    subscription.leave();
  });
});

/** Ignores what the prefix changes: the order of types, and which descriptions fit on one line. */
const sortedLines = (text: string) =>
  text
    .replaceAll('"""', '')
    .split('\n')
    .filter((line) => line.trim())
    .toSorted();

function schemaMissing(): never {
  throw new Error('The graph returned no schema.');
}
