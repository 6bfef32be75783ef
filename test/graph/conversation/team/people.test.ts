import { beforeAll, describe, expect, it } from 'vitest';
import { ada, ben, uuid, zoe } from '../../../platform/services/conversation/conversation-records.ts';
import {
  PersonOfTeamDocument,
  OwnPeriodsDocument,
  PeopleInPeriodsDocument,
  PeopleOfTeamDocument,
  UserByIdDocument,
} from '../../../support/generated/operations.ts';
import { minutesAgo, now } from '../../../support/graph/test-graph.ts';
import { called } from '../../../support/graph/expected-tool-calls.ts';
import { startOf, storeBusyTeam } from '../activity/busy-team.ts';
import { byTool, inputsOf, iso, startConversationGraph, useConversationGraph, wire } from '../conversation-graph.ts';

const teamLists = ['automated_call_scoring_list', 'coaching_feedback_list', 'comments_list', 'listens_list'];

describe('team members', () => {
  const graph = useConversationGraph();

  beforeAll(() => storeBusyTeam(graph.db, 4));

  const made = (index: number) => iso(startOf(index) + 300_000);
  /** Contains the records of the two newest activities only. */
  const period = { from: made(1), to: made(0).replace('.000Z', '.001Z') };
  const asked = { fromDate: wire(startOf(1) + 300_000), toDate: wire(startOf(0) + 301_000) };
  const adas = {
    callScores: [{ score: 50 }, { score: 51 }],
    comments: [],
    listens: [],
    coachingReceived: [{ comment: 'Advice 0' }, { comment: 'Advice 1' }],
    coachingGiven: [],
  };
  const bens = {
    callScores: [],
    comments: [{ text: 'Comment 0' }, { text: 'Comment 1' }],
    listens: [{ listenedAt: made(0) }, { listenedAt: made(1) }],
    coachingReceived: [],
    coachingGiven: [{ comment: 'Advice 0' }, { comment: 'Advice 1' }],
  };

  it('cost one call per kind of record for all members, without userId', async () => {
    const { data, toolCalls } = await graph.ask(PeopleOfTeamDocument, { period });

    expect(byTool(toolCalls)).toEqual([...teamLists.map((tool) => called(tool, 2)), called('users_list')]);
    expect(teamLists.flatMap((tool) => inputsOf(graph, tool))).toEqual(teamLists.map(() => asked));
    expect(data.users).toEqual([
      { name: 'Ada Moreau', ...adas },
      { name: 'Ben Okafor', ...bens },
    ]);
  });

  it('cost one call per kind of record for one member, with userId', async () => {
    const { data, toolCalls } = await graph.ask(PersonOfTeamDocument, { id: ben, period });

    expect(byTool(toolCalls)).toEqual(
      [
        'automated_call_scoring_list',
        'coaching_feedback_list',
        'coaching_feedback_list',
        'comments_list',
        'listens_list',
        'users_list',
      ].map((tool) => called(tool)),
    );
    for (const tool of ['automated_call_scoring_list', 'comments_list', 'listens_list']) {
      expect(inputsOf(graph, tool)).toEqual([{ ...asked, userId: ben }]);
    }
    expect(inputsOf(graph, 'coaching_feedback_list')).toEqual([
      { ...asked, coacheeId: ben },
      { ...asked, coachId: ben },
    ]);
    expect(data.user).toEqual(bens);
  });

  it('cost one call for each distinct period', async () => {
    const { data } = await graph.ask(PeopleInPeriodsDocument, {
      one: ben,
      other: ada,
      early: { to: iso(startOf(1)) },
      late: { from: iso(startOf(1)) },
    });

    expect(inputsOf(graph, 'comments_list')).toEqual([
      { toDate: wire(startOf(1)) },
      { fromDate: wire(startOf(1)), userId: ben },
      { userId: ada },
    ]);
    const [first, second, third, fourth] = [0, 1, 2, 3].map((index) => ({ text: `Comment ${index}` }));
    expect(data).toEqual({
      one: { early: [third, fourth], again: [third, fourth], late: [first, second] },
      other: { early: [], all: [] },
    });
  });

  it('are returned by id, and null if unknown or of another team', async () => {
    const { data, toolCalls } = await graph.ask(UserByIdDocument, { id: ada });
    const others = await Promise.all(
      [zoe, uuid('unknown user'), 'garbage'].map(async (id) => (await graph.ask(UserByIdDocument, { id })).data.user),
    );

    expect(data.user).toEqual({
      id: ada,
      name: 'Ada Moreau',
      email: 'ada@acme.example',
      status: 'active',
      teamName: 'North',
      crmId: 'crm-1',
      role: 'Owner',
    });
    expect(toolCalls).toEqual([called('users_list')]);
    expect(others).toEqual([null, null, null]);
  });

  it('share one period while the clock advances', async () => {
    let time = now.getTime() + 500;
    const ticking = await startConversationGraph({ clock: () => new Date((time += 400)) });
    await storeBusyTeam(ticking.db, 4);
    const { data, toolCalls } = await ticking.ask(OwnPeriodsDocument, { from: iso(minutesAgo(400)) });
    await ticking.close();

    expect(byTool(toolCalls)).toEqual([
      called('activities_list'),
      called('coaching_feedback_list', 2),
      called('comments_list', 2),
      called('listens_list'),
      called('users_list'),
    ]);
    expect(data.users?.[1]?.listens).toEqual([0, 1, 2, 3].map((index) => ({ listenedAt: made(index) })));
    expect(data.recent).toHaveLength(4);
  });
});
