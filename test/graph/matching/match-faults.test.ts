import { beforeAll, describe, expect, it } from 'vitest';
import { ToolError } from '../../../src/tools/errors/tool-error.ts';
import { zoe } from '../../platform/services/conversation/conversation-records.ts';
import {
  ConversationsOfSignalDocument,
  type ConversationsOfSignalQueryVariables,
  ConversationsOfSignalsDocument,
  SignalsOfGuestsDocument,
} from '../../support/generated/operations.ts';
import { called } from '../../support/graph/expected-tool-calls.ts';
import { useLog } from '../../support/log-capture.ts';
import { useGraph } from '../../support/graph/test-graph.ts';
import { costOf } from '../cost/estimate/estimated.ts';
import { daysAgo, inputsOf, iso, startConversationGraph } from '../conversation/conversation-graph.ts';
import { storeMatchedPeople } from './matched-people.ts';

describe('matches', () => {
  const captured = useLog();
  const graph = useGraph(() => startConversationGraph({ log: captured.log }));

  beforeAll(async () => {
    await storeMatchedPeople(graph.db);
    await graph.connect('convo', { identifier: 'cleo', userId: zoe });
  });

  const askFor = (variables: Omit<ConversationsOfSignalQueryVariables, 'id'>, id = 'sig_nadia') =>
    graph.execute(ConversationsOfSignalDocument, { id, ...variables });
  const conversationsOf = async (variables: Omit<ConversationsOfSignalQueryVariables, 'id'>) =>
    (await askFor(variables)).data?.signal?.conversations;

  it('come in pages, those of equal times by id', async () => {
    const all = (await conversationsOf({ first: 100 }))?.nodes.map(({ title }) => title);
    expect(all?.toSorted()).toEqual(['first', 'recent enough', 'same time a', 'same time b', 'second']);
    expect([all?.at(0), all?.at(1), all?.at(-1)]).toEqual(['first', 'second', 'recent enough']);
    expect(await conversationsOf({ first: 5 })).toMatchObject({ pageInfo: { hasNextPage: false } });

    const pages: (string | null)[][] = [];
    for (let after: string | null = null; pages.length < 3;) {
      const page = await conversationsOf({ first: 2, after });
      pages.push(page?.nodes.map(({ title }) => title) ?? []);
      expect(page).toMatchObject({
        totalCount: 5,
        pageInfo: { hasNextPage: pages.length < 3, hasPreviousPage: pages.length > 1 },
      });
      after = page?.pageInfo.endCursor ?? null;
    }
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
    expect(pages.flat()).toEqual(all);
  });

  it.each<[string, Omit<ConversationsOfSignalQueryVariables, 'id'>, string]>([
    ['a page of none', { first: 0 }, 'first must be from 1 to 100; it is 0.'],
    ['a page of 101', { first: 101 }, 'first must be from 1 to 100; it is 101.'],
    [
      'a reversed period',
      { occurred: { from: iso(daysAgo(1)), to: iso(daysAgo(2)) } },
      'occurred.from must be before to.',
    ],
    ['a period in the future', { occurred: { to: iso(daysAgo(-1)) } }, 'occurred.to must not be in the future.'],
    ['no cursor', { after: 'x' }, 'after must be a cursor that conversations returned for the same arguments.'],
  ])('are rejected for %s, without a call', async (_, variables, message) => {
    const { data, errors, toolCalls } = await askFor(variables);

    expect(data).toEqual({ signal: { conversations: null } });
    expect(errors).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT' } }]);
    expect(toolCalls).toEqual([called('signals_get')]);
  });

  it('reject cursors of other signals and arguments', async () => {
    const after = (await conversationsOf({ first: 1 }))?.pageInfo.endCursor ?? null;

    for (const answer of [
      await askFor({ after }, 'sig_nadia_old'),
      await askFor({ after, minConfidence: 'POSSIBLE' }),
      await askFor({ after, occurred: { from: iso(daysAgo(3)) } }),
    ]) {
      expect(answer.errors).toMatchObject([{ extensions: { issues: [{ path: ['after'] }] } }]);
    }
    expect((await askFor({ after, first: 2 })).errors).toEqual([]);
  });

  const fail = (tool: string) => () =>
    Promise.reject(new ToolError({ code: 'UPSTREAM_ERROR', tool, message: 'broken' }));

  it('of several signals are null with one error if their scan fails', async () => {
    graph.tools.replace('activities_list', fail('activities_list'));
    const { data, errors } = await graph.execute(ConversationsOfSignalsDocument, {});

    expect(data?.signals?.nodes.map(({ conversations }) => conversations)).toEqual(Array(8).fill(null));
    expect(errors.map(({ path, extensions }) => [path, extensions?.['code']])).toEqual([
      [['signals', 'nodes', 0, 'conversations'], 'UPSTREAM_ERROR'],
    ]);
  });

  it('of one name are null if its namesakes cannot be loaded', async () => {
    graph.tools.replace('signals_list', (call, real) =>
      JSON.stringify(call.input).includes('lind') ? fail('signals_list')() : real(),
    );
    const { data, errors } = await graph.execute(ConversationsOfSignalsDocument, {});

    expect(data?.signals?.nodes.map(({ id, conversations }) => [id, conversations?.nodes.length])).toEqual([
      ['sig_nadia', 5],
      ['sig_twin', 0],
      ['sig_bo', undefined],
      ['sig_absent', 0],
      ['sig_word', 0],
      ['sig_nameless', 0],
      ['sig_robert', 0],
      ['sig_bob', 0],
    ]);
    expect(errors.map(({ path }) => path)).toEqual([['signals', 'nodes', 2, 'conversations']]);
  });

  it('are null if the companies cannot be loaded', async () => {
    graph.tools.replace('companies_list', fail('companies_list'));
    const { data, errors } = await graph.execute(ConversationsOfSignalDocument, { id: 'sig_nadia' });

    expect(data).toEqual({ signal: { conversations: null } });
    expect(errors).toMatchObject([{ extensions: { tool: 'companies_list' } }]);
  });

  it('are those of the activities that the caller can see', async () => {
    expect((await conversationsOf({}))?.totalCount).toBe(5);
    const { data, toolCalls } = await graph.ask(ConversationsOfSignalDocument, { id: 'sig_nadia' }, { as: 'cleo' });

    expect(data.signal?.conversations).toMatchObject({ edges: [], totalCount: 0 });
    expect(toolCalls).toEqual([called('signals_get'), called('activities_list')]);
  });

  it('need participants in the payloads, which is logged once', async () => {
    graph.tools.replace('activities_list', async (_, real) => {
      const page: unknown = await real();
      return JSON.parse(JSON.stringify(page, (key, value: unknown) => (key === 'participants' ? undefined : value)));
    });
    for (let visit = 0; visit < 2; visit += 1) {
      expect(await conversationsOf({ minConfidence: 'POSSIBLE' })).toMatchObject({ edges: [], totalCount: 0 });
    }
    expect(captured.lines.flatMap(({ level, msg }) => (level === 40 ? [msg] : []))).toEqual([
      'activities have no participants: conversations cannot be matched with people',
    ]);
  });

  it.each([
    ['talent:read', ConversationsOfSignalsDocument, 'conversations needs the scope convo:read', 'signals_list'],
    ['convo:read', SignalsOfGuestsDocument, 'signals needs the scope talent:read', 'activities_list'],
  ])('need both scopes, not only %s', async (granted, document, message, tool) => {
    const operation = { toString: () => document.toString() };
    const { errors } = await graph.execute(operation, {}, { headers: { 'x-test-scopes': granted } });

    expect(new Set(errors.map((error) => error.message))).toEqual(
      new Set([`${message}, which the caller does not have.`]),
    );
    expect(graph.tools.calls.map((call) => call.tool)).toEqual([tool]);
  });

  it('of 25 signals fit the cost limit and the budget', () => {
    const query = `{ signals { nodes {
      id fullName headline experiences { title company { name domain } } lists { name }
      conversations {
        edges { confidence score matchedOn evidence participant { name email } node { id title startedAt host { name } } }
        pageInfo { hasNextPage endCursor } totalCount
      }
    } pageInfo { endCursor } totalCount } }`;
    const { cost = 0, calls } = costOf(query) ?? {};

    expect(cost).toBeLessThan(2000);
    expect(calls).toEqual({
      signals_list: 51,
      signals_entries: 25,
      companies_list: 5,
      lists_list: 1,
      activities_list: 1,
      users_list: 1,
    });
  });

  it('have no cost without both scopes', () => {
    const scopes = new Set(['talent:read'] as const);
    expect(costOf('{ signals { nodes { conversations { totalCount } } } }', { scopes })?.calls).toEqual({
      signals_list: 1,
    });
  });

  it('cost one call per 180 days of the period', () => {
    const of = (occurred: string) =>
      costOf(`{ signal(id: "sig_1") { conversations(occurred: ${occurred}) { totalCount } } }`)?.calls[
        'activities_list'
      ];

    expect(of('{ to: "2026-01-01T00:00:00Z" }')).toBe(1);
    expect(of('{ from: "2024-01-01T00:00:00Z", to: "2025-12-31T00:00:00Z" }')).toBe(5);
  });

  it.each([
    [`Nadia ${'x'.repeat(300)}`, ['nadia', 'lind', 'bo'], 0],
    ['Nadia \ud800 Ex', ['ex', 'lind', 'nadia', 'bo'], 2],
  ])('search only for words that can be searched', async (name, searches, totalCount) => {
    graph.tools.replace('activities_list', async (_, real) => {
      const page: unknown = await real();
      return JSON.parse(JSON.stringify(page), (key, value: unknown) =>
        key === 'name' && value === 'Nadia Ex' ? name : value,
      );
    });
    const { data } = await graph.ask(SignalsOfGuestsDocument, {});

    expect(data.activities?.nodes[0]?.participants[1]).toMatchObject({ signals: { totalCount } });
    const searched = inputsOf(graph, 'signals_list').map((input) => Object(input).fullname);
    expect(new Set(searched)).toEqual(new Set(searches));
  });
});
