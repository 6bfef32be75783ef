import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { zoe } from '../../../platform/services/conversation/conversation-records.ts';
import {
  ActivityHostsDocument,
  ActivityHostsAndUsersDocument,
  UserNamesDocument,
} from '../../../support/generated/operations.ts';
import { graphqlRequest } from '../../../support/graph/test-graph.ts';
import { connectNewCaller, useConversationGraph } from '../conversation-graph.ts';
import { storeTeam, teamOfAda, teamOfZoe } from './rival-teams.ts';

describe('a caller whose account is replaced by one of another organization', () => {
  const graph = useConversationGraph({ environment: { CACHE_SECONDS: '600' } });
  let callers = 0;
  let caller: { as: string };

  beforeAll(async () => {
    await storeTeam(graph.db, teamOfAda);
    await storeTeam(graph.db, teamOfZoe);
  });

  /** Fills the cache with the users of Acme, and then moves the caller to Zenith. */
  beforeEach(async () => {
    caller = await connectNewCaller(graph, `moved ${(callers += 1)}`);
    for (const toolCalls of [[{ tool: 'users_list', keys: 1 }], [{ tool: 'users_list', keys: 1 }]]) {
      const { data, ...answer } = await graph.ask(UserNamesDocument, {}, caller);
      expect(data.users).toContainEqual({ name: 'Ada Moreau' });
      expect(answer.toolCalls).toEqual(toolCalls);
    }
    expect(graph.tools.calls.map(({ tool }) => tool)).toEqual(['users_list']);
    await graph.connect('convo', { identifier: caller.as, userId: zoe });
  });

  it('gets no cached users of the former one beside activities of the latter', async () => {
    const { data } = await graph.ask(ActivityHostsDocument, {}, caller);

    expect(data.activities?.nodes).toEqual([{ title: 'Zenith', host: { name: 'Zoe Quist' } }]);
  });

  it('gets no cached users even in an operation that reads them before the activities', async () => {
    const { data } = await graph.ask(ActivityHostsAndUsersDocument, {}, caller);

    expect(data).toEqual({
      users: [{ name: 'Zoe Quist' }],
      activities: { nodes: [{ title: 'Zenith', host: { name: 'Zoe Quist' } }] },
    });
  });

  it('is charged for all calls, but only for the result that is sent', async () => {
    const operation = { operation: ActivityHostsAndUsersDocument, variables: {}, headers: { 'x-tool-trace': '1' } };
    const response = await graph.app.fetch(graphqlRequest('http://graph.test/graphql', { ...operation, ...caller }));
    // One call has filled the cache.
    const calls = graph.tools.calls.length - 1;
    // A user, the connection of activities, an activity and its host.
    const cost = { actualQueryCost: 4 + 10 * calls };
    expect(await response.json()).toMatchObject({ extensions: { cost } });
    expect(calls).toBeGreaterThan(2);
  });

  it('gets cached users of the latter afterwards', async () => {
    await graph.ask(ActivityHostsDocument, {}, caller);
    graph.tools.restore();
    await graph.ask(UserNamesDocument, {}, caller);
    const { data } = await graph.ask(UserNamesDocument, {}, caller);

    expect(data.users).toEqual([{ name: 'Zoe Quist' }]);
    expect(graph.tools.calls).toEqual([]);
  });
});
