import { beforeAll, describe, expect, it } from 'vitest';
import { ToolError } from '../../../src/tools/errors/tool-error.ts';
import { ConversationsOfSignalDocument, ConversationsOfSignalsDocument } from '../../support/generated/operations.ts';
import { called, times } from '../../support/graph/expected-tool-calls.ts';
import { daysAgo, inputsOf, iso, useConversationGraph, wire } from '../conversation/conversation-graph.ts';
import { storeMatchedPeople } from './matched-people.ts';

const signalsWithName = (fullname: string) => ({ fullname, screened_by: ['-none'], page: '1', limit: '100' });

describe('conversations of a signal', () => {
  const graph = useConversationGraph();

  beforeAll(() => storeMatchedPeople(graph.db));

  async function titles(variables: { id: string; occurred?: object; minConfidence?: 'STRONG' | 'POSSIBLE' }) {
    const { data } = await graph.ask(ConversationsOfSignalDocument, variables);
    return data.signal?.conversations?.nodes.map(({ title }) => title);
  }

  it('are those with a guest of the same name and company, latest first, each once', async () => {
    const { data, toolCalls } = await graph.ask(ConversationsOfSignalDocument, { id: 'sig_nadia', first: 2 });
    const conversations = data.signal?.conversations;

    expect(conversations?.edges).toEqual([
      {
        cursor: expect.any(String),
        node: { id: expect.any(String), title: 'first' },
        participant: { name: 'Nadia Ex', email: 'nadia@labs.example' },
        confidence: 'STRONG',
        score: 0.95,
        matchedOn: ['FULL_NAME', 'COMPANY_DOMAIN'],
        evidence:
          "Nadia Ex, of Example Labs, has the guest's name, and the guest's email address is at the company's domain.",
      },
      expect.objectContaining({
        node: { id: expect.any(String), title: 'second' },
        participant: { name: 'Nadia Ex', email: 'nadia@labs.example' },
      }),
    ]);
    expect(conversations).toMatchObject({
      nodes: [{ title: 'first' }, { title: 'second' }],
      pageInfo: { hasNextPage: true, hasPreviousPage: false },
      totalCount: 5,
    });
    expect(toolCalls).toEqual([
      called('signals_get'),
      called('activities_list'),
      called('signals_list'),
      called('companies_list'),
      called('signals_list'),
      called('companies_list'),
    ]);
    expect(inputsOf(graph, 'activities_list')).toEqual([{ fromDate: wire(daysAgo(180)), page: 1 }]);
    expect(inputsOf(graph, 'signals_list')).toEqual(['ex', 'nadia'].map(signalsWithName));
    expect(inputsOf(graph, 'companies_list')).toMatchObject([{ ids: ['exe_labs'] }, { ids: ['exe_tides'] }]);
  });

  it('of a page share one scan, and call other tools only for names that it finds', async () => {
    const { data, toolCalls } = await graph.ask(ConversationsOfSignalsDocument, {});

    expect(data.signals?.nodes.map(({ id, conversations }) => [id, conversations?.nodes.length])).toEqual([
      ['sig_nadia', 5],
      ['sig_twin', 0],
      ['sig_bo', 0],
      ['sig_absent', 0],
      ['sig_word', 0],
      ['sig_nameless', 0],
      ['sig_robert', 0],
      ['sig_bob', 0],
    ]);
    expect(toolCalls).toEqual([
      called('signals_list'),
      called('activities_list'),
      ...times(3, called('signals_list')),
      called('companies_list', 2),
      ...times(3, called('signals_list')),
    ]);
    expect(inputsOf(graph, 'signals_list').slice(1)).toEqual(
      ['ex', 'lind', 'tall', 'nadia', 'bo', 'bob'].map(signalsWithName),
    );
  });

  it('include those with the name alone on request, if only one person has it', async () => {
    expect(await titles({ id: 'sig_bo' })).toEqual([]);
    expect(await titles({ id: 'sig_bo', minConfidence: 'POSSIBLE' })).toEqual(['second']);
    expect(await titles({ id: 'sig_twin', minConfidence: 'POSSIBLE' })).toEqual([]);
  });

  it('are not certain if the guest has a nickname that is the name of another person', async () => {
    const variables = { id: 'sig_robert', minConfidence: 'POSSIBLE' } as const;
    const { data } = await graph.ask(ConversationsOfSignalDocument, variables);

    expect(data.signal?.conversations?.edges).toMatchObject([
      { node: { title: 'ambiguous' }, confidence: 'POSSIBLE', matchedOn: ['NICKNAME', 'COMPANY_DOMAIN'] },
    ]);
    expect(inputsOf(graph, 'signals_list')).toEqual(['tall', 'bob'].map(signalsWithName));
  });

  it('are those of the period', async () => {
    const of = (occurred: object) => titles({ id: 'sig_nadia_old', occurred });

    expect(await of({ from: iso(daysAgo(2)), to: iso(daysAgo(1)) })).toEqual(['second']);
    expect(await of({ from: iso(daysAgo(2)) })).toEqual(['first', 'second']);
    expect(await of({ to: iso(daysAgo(100)) })).toEqual(['recent enough', 'old']);
    expect(await of({ from: iso(daysAgo(365)) })).toHaveLength(5);
  });

  it('of a long period are read four windows at a time, newest first', async () => {
    let [inFlight, maxInFlight] = [0, 0];
    graph.tools.replace('activities_list', async (_call, real) => {
      maxInFlight = Math.max(maxInFlight, (inFlight += 1));
      const page = await real();
      inFlight -= 1;
      return page;
    });

    expect(await titles({ id: 'sig_nadia', occurred: { from: iso(daysAgo(900)) } })).toHaveLength(5);
    expect(maxInFlight).toBe(4);
    expect(inputsOf(graph, 'activities_list')).toEqual([
      { fromDate: wire(daysAgo(180)), page: 1 },
      ...[180, 360, 540, 720].map((days) => ({
        fromDate: wire(daysAgo(days + 180)),
        toDate: wire(daysAgo(days)),
        page: 1,
      })),
    ]);
  });

  it('are null with one error if a window fails, whatever the others return', async () => {
    graph.tools.replace('activities_list', async ({ input }, real) => {
      if (Object(input).toDate !== wire(daysAgo(180))) return real();
      throw new ToolError({ code: 'UPSTREAM_ERROR', tool: 'activities_list', message: 'It failed.' });
    });
    const variables = { id: 'sig_nadia', occurred: { from: iso(daysAgo(900)) } };
    const { data, errors } = await graph.execute(ConversationsOfSignalDocument, variables);

    expect(data).toEqual({ signal: { conversations: null } });
    expect(errors).toMatchObject([{ path: ['signal', 'conversations'], extensions: { code: 'UPSTREAM_ERROR' } }]);
  });

  it.each(['sig_word', 'sig_nameless'])(
    'cost no scan for %s, which has no name or a short word as name',
    async (id) => {
      const { data, toolCalls } = await graph.ask(ConversationsOfSignalDocument, { id });

      expect(data.signal?.conversations).toMatchObject({ edges: [], totalCount: 0, pageInfo: { hasNextPage: false } });
      expect(toolCalls).toEqual([called('signals_get')]);
    },
  );
});
