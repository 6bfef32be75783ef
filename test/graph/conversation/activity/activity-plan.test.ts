import { beforeAll, describe, expect, it } from 'vitest';
import { storeActivities } from '../../../../src/platform/services/conversation/store/store-activities.ts';
import { storeComments } from '../../../../src/platform/services/conversation/store/store-team-records.ts';
import { acme, activity, ada, uuid } from '../../../platform/services/conversation/conversation-records.ts';
import {
  ActivitiesOverviewDocument,
  ActivitiesTwiceDocument,
  ActivitiesWithIdsOfUsersDocument,
  ActivitiesWithListensAndCoachingDocument,
  CommentsOfTwoListingsDocument,
  OutputsTwiceDocument,
  UsersEverywhereDocument,
} from '../../../support/generated/operations.ts';
import { now } from '../../../support/graph/test-graph.ts';
import { called, times } from '../../../support/graph/expected-tool-calls.ts';
import { idOf, startOf, storeBusyTeam } from './busy-team.ts';
import { byTool, daysAgo, inputsOf, iso, useConversationGraph, wire } from '../conversation-graph.ts';

describe('tool calls of activities', () => {
  const graph = useConversationGraph();

  beforeAll(async () => {
    await storeBusyTeam(graph.db, 30);
    const messages = [
      { status: 'received', started_at: startOf(29) + 60_000 },
      { status: 'sent', started_at: daysAgo(200) },
    ] as const;
    await storeActivities(
      graph.db,
      messages.map((fields) => activity(fields.status, { type: 'sms', ...fields })),
    );
    await storeComments(
      graph.db,
      messages.map(({ status }) => ({
        id: uuid(`comment on ${status}`),
        organization_id: acme,
        activity_id: uuid(`activity ${status}`),
        text: `On the ${status} one`,
        created_at: daysAgo(1),
      })),
    );
  });

  it('loads 25 with summary, transcript head, comments, scores and host: 1 + 25 + 25 + 1 + 1 + 1', async () => {
    const { data, toolCalls } = await graph.ask(ActivitiesOverviewDocument, { first: 25 });

    expect(byTool(toolCalls)).toEqual([
      called('activities_list'),
      called('automated_call_scoring_list', 25),
      called('comments_list', 25),
      ...times(25, called('summary_get')),
      ...times(25, called('transcript_get')),
      called('users_list'),
    ]);
    expect(inputsOf(graph, 'comments_list')).toEqual([{}]);
    expect(inputsOf(graph, 'automated_call_scoring_list')).toEqual([{}]);
    expect(data.activities?.nodes).toHaveLength(25);
    expect(data.activities?.nodes[23]).toEqual({
      id: idOf(23),
      summary: { content: 'Summary 23' },
      transcript: {
        segments: {
          nodes: [
            { text: 'Segment 0 of 23', participant: { name: 'Ben' } },
            { text: 'Segment 1 of 23', participant: { name: 'Guest 23' } },
            { text: 'Segment 2 of 23', participant: { name: 'Ben' } },
          ],
        },
      },
      comments: [{ text: 'Comment 23' }],
      callScores: [{ score: 73 }],
      host: { name: 'Ben Okafor' },
    });
  });

  it('loads the listens and coaching of all activities in one call each, back to the horizon', async () => {
    const { data, toolCalls } = await graph.ask(ActivitiesWithListensAndCoachingDocument, {});

    expect(toolCalls).toEqual([
      called('activities_list'),
      called('listens_list', 25),
      called('coaching_feedback_list', 25),
    ]);
    const span = { fromDate: wire(daysAgo(730)), toDate: wire(now.getTime()) };
    expect(inputsOf(graph, 'listens_list')).toEqual([span]);
    expect(inputsOf(graph, 'coaching_feedback_list')).toEqual([span]);
    expect(data.activities?.nodes[24]).toMatchObject({
      listens: [{ listenedAt: iso(startOf(24) + 300_000) }],
      coachingFeedback: [{ comment: 'Advice 24' }],
    });
  });

  it('makes one call for a period of three years if the newest window fills the page', async () => {
    const { data, toolCalls } = await graph.ask(ActivitiesOverviewDocument, {
      first: 25,
      filter: { occurred: { from: iso(daysAgo(3 * 365)) } },
    });

    expect(toolCalls.filter(({ tool }) => tool === 'activities_list')).toEqual([called('activities_list')]);
    expect(inputsOf(graph, 'activities_list')).toEqual([{ fromDate: wire(daysAgo(180)), page: 1 }]);
    expect(data.activities?.nodes.at(-1)?.id).toBe(idOf(24));
  });

  it('loads no users when only their ids are selected', async () => {
    const { data, toolCalls } = await graph.ask(ActivitiesWithIdsOfUsersDocument, {});

    expect(toolCalls).toEqual([called('activities_list')]);
    expect(data.activities?.nodes[0]).toEqual({
      host: { __typename: 'User', id: ada },
      participants: [{ user: { id: ada } }, { user: null }],
    });
  });

  it('loads all users once, however many fields need them', async () => {
    const { data, toolCalls } = await graph.ask(UsersEverywhereDocument, { id: ada });

    expect(toolCalls.filter(({ tool }) => tool === 'users_list')).toEqual([called('users_list')]);
    expect(toolCalls).toHaveLength(6);
    const [adas, bens] = [{ name: 'Ada Moreau' }, { name: 'Ben Okafor' }];
    expect(data.users).toEqual([adas, bens]);
    expect(data.user).toEqual(adas);
    expect(data.activities?.nodes[1]).toEqual({
      host: bens,
      participants: [{ user: bens }, { user: null }],
      comments: [{ user: bens }],
      callScores: [{ user: adas }],
      coachingFeedback: [{ coach: bens, coachee: adas }],
      listens: [{ user: bens }],
    });
  });

  it('loads a tool page once for different selections', async () => {
    const { data, toolCalls } = await graph.ask(ActivitiesTwiceDocument, { filter: { status: 'DELIVERED' } });

    expect(toolCalls).toEqual(times(2, called('activities_list')));
    const fromDate = wire(daysAgo(30));
    expect(inputsOf(graph, 'activities_list')).toEqual([
      { fromDate, page: 1 },
      { fromDate, status: 'delivered', page: 1 },
    ]);
    const [first, second, third] = ['Call 0', 'Call 1', 'Call 2'].map((title) => ({ title }));
    expect(data).toEqual({
      one: { nodes: [first, second] },
      again: { totalCount: 31 },
      more: { nodes: [first, second, third] },
      other: { nodes: [] },
    });
  });

  it('loads each output of an activity once, however many fields need it', async () => {
    const { toolCalls } = await graph.ask(OutputsTwiceDocument, { id: idOf(0) });

    expect(byTool(toolCalls)).toEqual(
      [
        'action_items_get',
        'activities_list',
        'questions_get',
        'summary_get',
        'topic_triggers_matched_get',
        'transcript_get',
      ].map((tool) => called(tool)),
    );
  });

  const year = { from: iso(daysAgo(365)) };

  it('loads comments once, however far back a later listing reaches', async () => {
    const { data, toolCalls } = await graph.ask(CommentsOfTwoListingsDocument, {
      early: { status: 'COMPLETED' },
      late: { status: 'SENT', occurred: year },
    });

    expect(byTool(toolCalls)).toEqual([...times(4, called('activities_list')), called('comments_list', 30)]);
    expect(inputsOf(graph, 'comments_list')).toEqual([{}]);
    expect(data.early?.nodes).toEqual(
      Array.from({ length: 30 }, (_, index) => ({ comments: [{ text: `Comment ${index}` }] })),
    );
    expect(data.late?.nodes).toEqual([{ comments: [{ text: 'On the sent one' }] }]);
  });
});
