import { beforeAll, describe, expect, it } from 'vitest';
import { storeUsers as storeTeamMembers } from '../../../src/platform/services/conversation/store/store-users.ts';
import { storeLists, storeSearches } from '../../../src/platform/services/talent/store/store-shared-records.ts';
import { storeUsers } from '../../../src/platform/services/talent/store/store-users.ts';
import { acme, ben, uuid } from '../../platform/services/conversation/conversation-records.ts';
import { TalentAccountsDocument, TeamAccountsDocument } from '../../support/generated/operations.ts';
import { called } from '../../support/graph/expected-tool-calls.ts';
import { useConversationGraph } from '../conversation/conversation-graph.ts';

describe('accounts of team members', () => {
  const graph = useConversationGraph();

  beforeAll(async () => {
    await graph.connect('convo', { identifier: 'cleo', userId: ben });
    await storeUsers(graph.db, [
      { id: 'usr_ada', name: 'Ada M.', email: 'ADA@acme.example' },
      { id: 'usr_ben', name: 'Ben O.', email: 'ben@acme.example' },
      { id: 'usr_out', name: 'Out', email: 'out@elsewhere.example' },
    ]);
    await storeTeamMembers(graph.db, [{ id: uuid('user dan'), organization_id: acme, name: 'Dan Without Address' }]);
    await storeLists(graph.db, [{ id: 'lst_a', name: 'A', creator: 'usr_ada', accesses: ['usr_out'] }]);
    await storeSearches(graph.db, [{ id: 'sch_a', title: 'A', creator: 'usr_ada', sharees: ['usr_ben'] }]);
  });

  it('joins by email address in any case, at one call per tool', async () => {
    const { data, toolCalls } = await graph.ask(TeamAccountsDocument, {});

    expect(data.users).toEqual([
      {
        name: 'Ada Moreau',
        talentUser: { id: 'usr_ada', name: 'Ada M.', isViewer: true, user: { name: 'Ada Moreau' } },
      },
      {
        name: 'Ben Okafor',
        talentUser: { id: 'usr_ben', name: 'Ben O.', isViewer: false, user: { name: 'Ben Okafor' } },
      },
      { name: 'Dan Without Address', talentUser: null },
    ]);
    expect(toolCalls).toEqual([called('users_list'), called('lists_list'), called('searches_list')]);
  });

  it('returns null for a talent user who is no team member', async () => {
    const { data, toolCalls } = await graph.ask(TalentAccountsDocument, {});

    expect(data.lists).toEqual([
      {
        name: 'A',
        creator: { id: 'usr_ada', user: { name: 'Ada Moreau', email: 'ada@acme.example' } },
        accesses: [{ id: 'usr_out', user: null }],
      },
    ]);
    expect(toolCalls).toEqual([called('lists_list'), called('users_list')]);
  });

  it('sees only the lists and searches of the caller', async () => {
    const { data } = await graph.ask(TeamAccountsDocument, {}, { as: 'cleo' });

    expect(data.users?.map(({ talentUser }) => talentUser)).toEqual([null, null, null]);
  });

  it('nulls only the field whose tool fails', async () => {
    graph.tools.replace('searches_list', () => Promise.reject(new Error('down')));
    const { data, errors } = await graph.execute(TeamAccountsDocument, {});

    expect(data?.users?.map(({ name, talentUser }) => [name, talentUser])).toEqual([
      ['Ada Moreau', null],
      ['Ben Okafor', null],
      ['Dan Without Address', null],
    ]);
    expect(errors.map(({ path }) => path)).toEqual([
      ['users', 0, 'talentUser'],
      ['users', 1, 'talentUser'],
    ]);
  });

  it.each([
    ['convo:read', TeamAccountsDocument.toString(), 'talentUser needs the scope talent:read'],
    ['talent:read', TalentAccountsDocument.toString(), 'user needs the scope convo:read'],
  ])('needs both scopes, not only %s', async (granted, document, message) => {
    const operation = { toString: () => document };
    const { errors } = await graph.execute(operation, {}, { headers: { 'x-test-scopes': granted } });

    expect(new Set(errors.map((error) => error.message))).toEqual(
      new Set([`${message}, which the caller does not have.`]),
    );
    expect(errors.every(({ extensions }) => extensions?.['code'] === 'FORBIDDEN')).toBe(true);
    expect(graph.tools.calls.map(({ tool }) => tool)).toEqual([granted === 'convo:read' ? 'users_list' : 'lists_list']);
  });
});
