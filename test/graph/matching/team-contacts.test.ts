import { beforeAll, describe, expect, it } from 'vitest';
import { storeActivities } from '../../../src/platform/services/conversation/store/store-activities.ts';
import { activity, ada, ben, uuid } from '../../platform/services/conversation/conversation-records.ts';
import { ContactsAndConversationsDocument, ContactsOfSignalDocument } from '../../support/generated/operations.ts';
import { called } from '../../support/graph/expected-tool-calls.ts';
import { daysAgo, inputsOf, iso, useConversationGraph, wire } from '../conversation/conversation-graph.ts';
import { storeMatchedPeople } from './matched-people.ts';

describe('contacts', () => {
  const graph = useConversationGraph();

  beforeAll(async () => {
    await storeMatchedPeople(graph.db);
    const [nadia, unknownGuest] = [
      { name: 'Nadia Ex', email: 'nadia@labs.example', affiliation: 'external' as const },
      { name: 'Ben Okafor', user_id: ben, affiliation: 'external' as const },
    ];
    const members = [
      { name: 'Ada Moreau', user_id: ada, affiliation: 'internal' as const },
      { name: 'Ben Okafor', user_id: ben, affiliation: 'internal' as const },
    ];
    const call = (title: string, days: number, participants: object[], host: string | null) =>
      activity(title, {
        started_at: daysAgo(days),
        host_user_id: host,
        participants: participants.map((each, index) => ({ ...each, id: uuid(`${title} ${index}`) })),
      });
    await storeActivities(graph.db, [
      call('both', 0.5, [...members, nadia], ben),
      call('not of the team', 30, [unknownGuest, nadia], null),
      call('other guest', 0.2, [...members, { name: 'Carla Other', affiliation: 'external' }], ben),
    ]);
  });

  const days = (count: number) => iso(daysAgo(count));

  it('of a signal are the hosts and team members of its certain conversations, latest first', async () => {
    const { data, toolCalls } = await graph.ask(ContactsOfSignalDocument, { id: 'sig_nadia' });

    expect(data.signal?.contacts).toEqual([
      { user: { id: ada }, conversationCount: 6, firstConversationAt: days(180), lastConversationAt: days(0.5) },
      { user: { id: ben }, conversationCount: 1, firstConversationAt: days(0.5), lastConversationAt: days(0.5) },
    ]);
    expect(toolCalls).toEqual([
      called('signals_get'),
      called('activities_list'),
      called('signals_list'),
      called('companies_list'),
      called('signals_list'),
      called('companies_list'),
    ]);
  });

  it.each([
    ['a period', 'sig_nadia', { from: days(3), to: days(1) }, [[ada, 1]]],
    ['a person who is only a possible match', 'sig_robert', {}, []],
    ['a person without conversations', 'sig_absent', {}, []],
    ['a signal without a name', 'sig_nameless', {}, []],
  ] as const)('are those of %s', async (_, id, occurred, expected) => {
    const { data } = await graph.ask(ContactsOfSignalDocument, { id, occurred });

    expect(data.signal?.contacts?.map(({ user, conversationCount }) => [user?.id, conversationCount])).toEqual(
      expected,
    );
  });

  it('share the scan of conversations, and cost one call more for names of users', async () => {
    const { data, toolCalls } = await graph.ask(ContactsAndConversationsDocument, {});
    const contacts = [
      { user: { name: 'Ada Moreau' }, conversationCount: 6 },
      { user: { name: 'Ben Okafor' }, conversationCount: 1 },
    ];

    expect(data.signal).toEqual({ conversations: { totalCount: 7 }, contacts });
    expect(data.company).toEqual({
      conversations: { totalCount: 8, nodes: [{ title: 'both' }] },
      contacts: [{ user: { name: 'Ada Moreau' }, conversationCount: 7 }, contacts[1]],
    });
    expect(toolCalls.map(({ tool }) => tool).toSorted()).toEqual([
      'activities_list',
      'companies_list',
      'companies_list',
      'signals_get',
      'signals_list',
      'signals_list',
      'users_list',
    ]);
    expect(inputsOf(graph, 'activities_list')).toEqual([{ fromDate: wire(daysAgo(180)), page: 1 }]);
  });

  it.each(['talent:read', 'convo:read'])('require both scopes: %s alone is not enough', async (scope) => {
    const headers = { 'x-test-scopes': scope };
    const { data, errors } = await graph.execute(ContactsAndConversationsDocument, {}, { headers });

    expect(data?.company?.contacts ?? null).toBeNull();
    expect(new Set(errors.map(({ extensions }) => extensions?.['code']))).toEqual(new Set(['FORBIDDEN']));
    expect(inputsOf(graph, 'activities_list')).toEqual([]);
  });
});
