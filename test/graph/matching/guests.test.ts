import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeActivities } from '../../../src/platform/services/conversation/store/store-activities.ts';
import { storeCompanies } from '../../../src/platform/services/talent/store/store-lookups.ts';
import { storeSignals } from '../../../src/platform/services/talent/store/store-signals.ts';
import { ToolError } from '../../../src/tools/errors/tool-error.ts';
import { activity, uuid } from '../../platform/services/conversation/conversation-records.ts';
import {
  ConversationsOfCompanyDocument,
  ConversationsOfSignalDocument,
  SignalsOfGuestsDocument,
} from '../../support/generated/operations.ts';
import { called } from '../../support/graph/expected-tool-calls.ts';
import { minutesAgo } from '../../support/graph/test-graph.ts';
import { daysAgo, useConversationGraph } from '../conversation/conversation-graph.ts';

/** The platform does not report who is external; `Ada Moreau <ada@acme.example>` is in the team. */
describe('participants without affiliation', () => {
  const graph = useConversationGraph();

  beforeAll(async () => {
    await storeCompanies(graph.db, [{ id: 'exe_labs', name: 'Example Labs', domain: 'labs.example' }]);
    const experiences = [{ company_id: 'exe_labs', company_name: 'Example Labs', start_date: '2020' }];
    await storeSignals(
      graph.db,
      ['Ada Moreau', 'Nia Ex'].map((full_name, at) => ({
        id: `sig_${at}`,
        full_name,
        discovered_at: minutesAgo(at),
        experiences,
      })),
    );
  });

  const store = (...participants: { name: string | null; email?: string }[]) =>
    storeActivities(graph.db, [
      activity('Example Labs: intro', {
        started_at: daysAgo(1),
        participants: participants.map((participant, at) => ({ id: uuid(`participant ${at}`), ...participant })),
      }),
    ]);
  const strongSignals = async () => {
    const { data, toolCalls } = await graph.ask(SignalsOfGuestsDocument, {});
    const participants = data.activities?.nodes[0]?.participants ?? [];
    return {
      found: participants.flatMap(({ name, signals }) => (signals?.nodes.length ? [name] : [])),
      tools: new Set(toolCalls.map(({ tool }) => tool)),
    };
  };
  const fail = (code: 'NOT_SUPPORTED' | 'UPSTREAM_ERROR') =>
    graph.tools.replace('users_list', () =>
      Promise.reject(new ToolError({ code, tool: 'users_list', message: 'broken' })),
    );

  it('are guests unless the team has their address or name', async () => {
    await store({ name: 'Ada Moreau' }, { name: 'Someone', email: 'ADA@acme.example' }, { name: 'Nia Ex' });
    expect(await strongSignals()).toEqual({
      found: ['Nia Ex'],
      tools: new Set(['activities_list', 'users_list', 'signals_list', 'companies_list']),
    });
    const { data } = await graph.ask(ConversationsOfSignalDocument, { id: 'sig_0' });
    expect(data.signal?.conversations?.edges).toEqual([]);
    const { data: ofNia, toolCalls } = await graph.ask(ConversationsOfSignalDocument, { id: 'sig_1' });
    expect(ofNia.signal?.conversations?.edges).toMatchObject([
      { confidence: 'STRONG', participant: { name: 'Nia Ex' } },
    ]);
    expect(toolCalls).toContainEqual(called('users_list'));
  });

  it('are guests if they have the name of a member of the team, but an address elsewhere', async () => {
    await store({ name: 'Ada Moreau', email: 'ada@labs.example' });
    expect((await strongSignals()).found).toEqual(['Ada Moreau']);
  });

  it('make a conversation one with a company only if they are guests', async () => {
    const countOf = async () =>
      (await graph.ask(ConversationsOfCompanyDocument, { id: 'exe_labs' })).data.company?.conversations?.totalCount;
    await store({ name: 'Ada Moreau' });
    expect(await countOf()).toBe(0);
    await store({ name: 'Ada Moreau' }, { name: 'Kim Guest' });
    expect(await countOf()).toBe(1);
  });

  describe('if the team cannot be loaded', () => {
    beforeEach(() => store({ name: 'Ada Moreau' }, { name: 'Nia Ex' }));

    it('are guests where the platform has no users', async () => {
      fail('NOT_SUPPORTED');
      expect((await strongSignals()).found).toEqual(['Ada Moreau', 'Nia Ex']);
    });

    it('have no signals, with an error', async () => {
      fail('UPSTREAM_ERROR');
      const { data, errors } = await graph.execute(SignalsOfGuestsDocument, {});
      expect(data?.activities?.nodes[0]?.participants.map(({ signals }) => signals)).toEqual([null, null]);
      expect(errors[0]?.extensions).toMatchObject({ code: 'UPSTREAM_ERROR', tool: 'users_list' });
    });
  });
});
