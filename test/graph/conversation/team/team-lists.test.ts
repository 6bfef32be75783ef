import { beforeAll, describe, expect, it } from 'vitest';
import { storeActivities } from '../../../../src/platform/services/conversation/store/store-activities.ts';
import {
  storeCoachingFeedback,
  storeComments,
  storeListens,
  storeScores,
} from '../../../../src/platform/services/conversation/store/store-team-records.ts';
import { storeThemes } from '../../../../src/platform/services/conversation/store/themes.ts';
import { acme, activity, ada, ben, uuid } from '../../../platform/services/conversation/conversation-records.ts';
import {
  CoachingForDocument,
  TeamListsOfAllTimeDocument,
  TeamListsOfPeriodDocument,
  VocabulariesDocument,
  WhoListenedDocument,
} from '../../../support/generated/operations.ts';
import { minutesAgo, now } from '../../../support/graph/test-graph.ts';
import { called, times } from '../../../support/graph/expected-tool-calls.ts';
import { byTool, inputsOf, iso, useConversationGraph, wire } from '../conversation-graph.ts';

const call = activity('Call', { started_at: minutesAgo(60) });
const ofCall = { organization_id: acme, activity_id: call.id };
/** Times around the full minute at which the periods of the tests start and end. */
const moments = [-1000, -1, 0, 1, 999].map((offset) => minutesAgo(30) + offset);

describe('team lists', () => {
  const graph = useConversationGraph();

  beforeAll(async () => {
    await storeActivities(graph.db, [call]);
    const rows = moments.map((time, index) => ({
      ...ofCall,
      id: uuid(`record ${index}`),
      user_id: index === 0 ? ada : ben,
      created_at: time,
    }));
    await storeScores(
      graph.db,
      rows.map((row, index) => ({ ...row, score: 60.5 + index, activity_type: 'call' as const })),
    );
    await storeComments(
      graph.db,
      rows.map((row, index) => ({ ...row, text: `Text ${index}`, at_ms: 10 * index })),
    );
    await storeCoachingFeedback(
      graph.db,
      rows.map(({ user_id: coachId, ...row }, index) => ({
        ...row,
        coach_id: coachId,
        coachee_id: ada,
        comment: `Advice ${index}`,
        score: 4,
        updated_at: minutesAgo(1),
      })),
    );
    await storeListens(
      graph.db,
      moments.map((time, index) => ({ ...ofCall, user_id: index === 0 ? ada : ben, listened_at: time })),
    );
    await storeThemes(graph.db, [
      {
        id: uuid('theme'),
        organization_id: acme,
        name: 'Deal',
        topics: [
          {
            id: uuid('topic'),
            name: 'Money',
            triggers: ['budget', 'next quarter'].map((keyword) => ({ id: uuid(keyword), keyword })),
          },
        ],
      },
    ]);
  });

  it('return all fields of the records in a period, to the millisecond', async () => {
    const period = { from: iso(minutesAgo(30) - 1), to: iso(minutesAgo(30) + 1) };
    const { data, toolCalls } = await graph.ask(TeamListsOfPeriodDocument, { period, userId: ben });

    const tools = ['automated_call_scoring_list', 'coaching_feedback_list', 'comments_list', 'listens_list'];
    expect(byTool(toolCalls)).toEqual(tools.map((tool) => called(tool)));
    const asked = { fromDate: wire(minutesAgo(30) - 1000), toDate: wire(minutesAgo(30) + 1000) };
    expect(tools.flatMap((tool) => inputsOf(graph, tool))).toEqual([
      { ...asked, userId: ben },
      { ...asked, coachId: ben },
      { ...asked, userId: ben },
      { ...asked, userId: ben },
    ]);
    const known = (index: number) => ({ id: uuid(`record ${index}`), createdAt: iso(moments[index] ?? 0) });
    const of = { user: { id: ben }, activity: { id: call.id } };
    expect(data).toEqual({
      callScores: [2, 1].map((index) => ({ ...known(index), ...of, score: 60.5 + index, activityType: 'CALL' })),
      comments: [2, 1].map((index) => ({ ...known(index), ...of, text: `Text ${index}`, atMs: 10 * index })),
      listens: [2, 1].map((index) => ({ ...of, listenedAt: iso(moments[index] ?? 0) })),
      coachingFeedback: [2, 1].map((index) => ({
        ...known(index),
        score: 4,
        comment: `Advice ${index}`,
        updatedAt: iso(minutesAgo(1)),
        coach: { id: ben },
        coachee: { id: ada },
        activity: { id: call.id },
      })),
    });
  });

  it('extend to now without an end, even if the tool requires one', async () => {
    const { data } = await graph.ask(TeamListsOfPeriodDocument, { period: { from: iso(minutesAgo(40)) } });

    const fromDate = wire(minutesAgo(40));
    const toDate = wire(now.getTime());
    expect(inputsOf(graph, 'comments_list')).toEqual([{ fromDate }]);
    expect(inputsOf(graph, 'automated_call_scoring_list')).toEqual([{ fromDate }]);
    expect(inputsOf(graph, 'listens_list')).toEqual([{ fromDate, toDate }]);
    expect(inputsOf(graph, 'coaching_feedback_list')).toEqual([{ fromDate, toDate }]);
    expect(Object.values(data).map((records) => records?.length)).toEqual([5, 5, 5, 5]);
  });

  it('are loaded once for equivalent arguments', async () => {
    const { data, toolCalls } = await graph.ask(TeamListsOfAllTimeDocument, {});

    expect(byTool(toolCalls)).toEqual([called('automated_call_scoring_list'), called('comments_list')]);
    expect(graph.tools.calls.map(({ input }) => input)).toEqual([{}, {}]);
    expect(Object.values(data).map((records) => records?.length)).toEqual([5, 5, 5, 5]);
  });

  it('return the coaching feedback for a sales rep', async () => {
    const period = { from: iso(minutesAgo(31)) };
    const [adas, bens] = await Promise.all(
      [ada, ben].map(async (coacheeId) => (await graph.ask(CoachingForDocument, { period, coacheeId })).data),
    );

    expect(adas?.coachingFeedback).toHaveLength(5);
    expect(bens?.coachingFeedback).toEqual([]);
    expect(inputsOf(graph, 'coaching_feedback_list')).toMatchObject([{ coacheeId: ada }, { coacheeId: ben }]);
  });

  it('return only the id of a user who has left the team', async () => {
    graph.tools.replace('users_list', async () => ({ items: [{ id: ada, name: 'Ada Moreau' }] }));
    const period = { from: iso(minutesAgo(30) - 1000), to: iso(minutesAgo(30)) };
    const { data } = await graph.ask(WhoListenedDocument, { period });

    expect(data.listens).toEqual([{ user: { id: ben, name: null } }, { user: { id: ada, name: 'Ada Moreau' } }]);
  });

  it('load the organization, the topic themes and the sample of each trigger once', async () => {
    const { data, toolCalls } = await graph.ask(VocabulariesDocument, { trigger: 'CONVERSATION_SHARED' });

    expect(byTool(toolCalls)).toEqual([
      called('organization_get'),
      called('topic_triggers_list'),
      ...times(2, called('webhook_sample_get')),
    ]);
    expect(inputsOf(graph, 'webhook_sample_get')).toEqual([
      { trigger: 'conversation_shared' },
      { trigger: 'conversation_played' },
    ]);
    expect(data).toMatchObject({
      organization: { name: 'Acme', crmIntegration: 'salesforce', calendarType: 'google', address: '1 Main Street' },
      same: { name: 'Acme' },
      topicThemes: [
        { name: 'Deal', topics: [{ name: 'Money', triggers: [{ keyword: 'budget' }, { keyword: 'next quarter' }] }] },
      ],
      sameThemes: [{ id: uuid('theme') }],
      webhookSample: {
        trigger: 'CONVERSATION_SHARED',
        payload: { type: 'conversation_shared', timestamp: '2026-01-15T11:20:00.000Z' },
      },
      sameSample: { trigger: 'CONVERSATION_SHARED' },
      otherSample: { trigger: 'CONVERSATION_PLAYED' },
    });
  });
});
