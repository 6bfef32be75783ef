import { beforeAll, describe, expect, it } from 'vitest';
import { storeLists, storeSearches } from '../../src/platform/services/talent/store/store-shared-records.ts';
import { storeUsers } from '../../src/platform/services/talent/store/store-users.ts';
import { ToolError } from '../../src/tools/errors/tool-error.ts';
import { teamTools } from '../../src/tools/conversation/team.ts';
import { scopes } from '../../src/tools/tool.ts';
import {
  ViewerDocument,
  ViewerOrganizationDocument,
  ViewerTalentUserDocument,
  ViewerUserDocument,
  WholeViewerDocument,
} from '../support/generated/operations.ts';
import { called } from '../support/graph/expected-tool-calls.ts';
import { byTool, useConversationGraph } from './conversation/conversation-graph.ts';

describe('the viewer', () => {
  const graph = useConversationGraph();

  beforeAll(async () => {
    await storeUsers(graph.db, [
      { id: 'usr_ada', name: 'Ada M.', email: 'ADA@acme.example' },
      { id: 'usr_ben', name: 'Ben O.', email: 'ben@elsewhere.example' },
    ]);
    await storeLists(graph.db, [{ id: 'lst_a', name: 'A', creator: 'usr_ada', accesses: ['usr_dan'] }]);
    await storeSearches(graph.db, [{ id: 'sch_a', title: 'A', creator: 'usr_ada', sharees: ['usr_ben'] }]);
  });

  it('has the identifier, the scopes and the connectors without a tool call', async () => {
    const headers = { 'x-test-scopes': 'convo:read talent:write' };
    const { data, toolCalls } = await graph.ask(ViewerDocument, {}, { as: 'nobody', headers });

    expect(data.viewer).toEqual({
      identifier: 'nobody',
      scopes: ['talent:write', 'convo:read'],
      connectors: [
        { kind: 'TALENT', connectionName: expect.any(String) },
        { kind: 'CONVO', connectionName: expect.any(String) },
      ],
    });
    expect(toolCalls).toEqual([]);
  });

  it('has the organization, for one call', async () => {
    const { data, toolCalls } = await graph.ask(ViewerOrganizationDocument, {}, { as: 'zoe' });

    expect(data.viewer).toEqual({ organization: { name: 'Zenith' } });
    expect(toolCalls).toEqual([called('organization_get')]);
  });

  it.each([
    ['the creator of a list', 'ada', { id: 'usr_ada', name: 'Ada M.', isViewer: true }],
    ['a sharee of a saved search', 'ben', { id: 'usr_ben', name: 'Ben O.', isViewer: true }],
    ['null for a caller without lists and saved searches', 'cleo', null],
  ])('has the talent user who is %s, for two calls', async (_, as, talentUser) => {
    const { data, toolCalls } = await graph.ask(ViewerTalentUserDocument, {}, { as });

    expect(data.viewer).toEqual({ talentUser });
    expect(toolCalls).toEqual([called('lists_list'), called('searches_list')]);
  });

  it.each([
    ['ada', 'Ada Moreau'],
    ['ben', 'Ben Okafor'],
  ])('has the team member who is the caller, for one call: %s', async (as, name) => {
    const { data, toolCalls } = await graph.ask(ViewerUserDocument, {}, { as });

    expect(data.viewer.user?.name).toBe(name);
    expect(toolCalls).toEqual([called('users_list')]);
  });

  it.each([
    ['in any case', 'ada', { name: 'Ada Moreau', email: 'ada@acme.example' }],
    ['or null if no team member has it', 'ben', null],
  ])(
    'has the team member with the email address of the talent user, %s, if callers share an API key',
    async (_, as, user) => {
      graph.tools.replace('users_list', async (_call, real) => {
        const { items } = teamTools.users_list.output.parse(await real());
        return { items: items.map(({ id, name, email }) => ({ id, name, email })) };
      });
      const { data, toolCalls } = await graph.ask(ViewerUserDocument, {}, { as });

      expect(data.viewer).toEqual({ user });
      expect(toolCalls).toEqual([called('users_list'), called('lists_list'), called('searches_list')]);
    },
  );

  const everyCall = ['lists_list', 'organization_get', 'searches_list', 'users_list'].map((tool) => called(tool));

  it('shares its calls with the rest of the operation', async () => {
    const { data, toolCalls } = await graph.ask(WholeViewerDocument, {});

    expect(data).toEqual({
      viewer: {
        identifier: 'ada',
        organization: { name: 'Acme' },
        talentUser: { id: 'usr_ada' },
        user: { name: 'Ada Moreau' },
      },
      organization: { name: 'Acme' },
      talentUsers: [{ id: 'usr_ada' }, { id: 'usr_ben' }, { id: 'usr_dan' }],
      users: [{ name: 'Ada Moreau' }, { name: 'Ben Okafor' }],
    });
    expect(byTool(toolCalls)).toEqual(everyCall);
  });

  it.each([
    ['organization_get', [['viewer', 'organization'], ['organization']]],
    ['searches_list', [['viewer', 'talentUser'], ['talentUsers']]],
    ['users_list', [['viewer', 'user'], ['users']]],
  ])('is null only in the fields that need %s if it fails', async (tool, paths) => {
    graph.tools.replace(tool, () => Promise.reject(new ToolError({ code: 'UPSTREAM_ERROR', tool, message: 'No.' })));
    const { data, errors } = await graph.execute(WholeViewerDocument, {});

    const sorted = (each: unknown[]) => each.map((path) => JSON.stringify(path)).toSorted();
    expect(sorted(errors.map(({ path }) => path))).toEqual(sorted(paths));
    expect(data?.viewer.identifier).toBe('ada');
  });

  it.each([
    ['talent:read', ['talentUser', 'user'], ['organization_get']],
    ['convo:read', ['organization', 'user'], ['lists_list', 'searches_list']],
  ])('rejects the fields that need %s without a call', async (missing, fields, tools) => {
    const headers = { 'x-test-scopes': scopes.filter((scope) => scope !== missing).join(' ') };
    const { errors } = await graph.execute(WholeViewerDocument, {}, { headers });

    const ofViewer = errors.filter(({ path }) => path?.[0] === 'viewer');
    expect(ofViewer.map(({ path }) => path?.[1])).toEqual(fields);
    expect(new Set(ofViewer.map(({ extensions }) => extensions?.['code']))).toEqual(new Set(['FORBIDDEN']));
    expect([...new Set(graph.tools.calls.map(({ tool }) => tool))].filter((tool) => tool !== 'users_list')).toEqual(
      tools,
    );
  });
});
