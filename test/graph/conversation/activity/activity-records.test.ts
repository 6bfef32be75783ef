import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { storeActivities } from '../../../../src/platform/services/conversation/store/store-activities.ts';
import {
  storeCoachingFeedback,
  storeComments,
  storeListens,
  storeScores,
} from '../../../../src/platform/services/conversation/store/store-team-records.ts';
import { acme, activity, ada, uuid } from '../../../platform/services/conversation/conversation-records.ts';
import {
  RecordsByIdDocument,
  RecordsEverywhereDocument,
  RecordsOfActivitiesDocument,
  RecordsOfActivityDocument,
  RecordsOfEntityDocument,
  UploadWithRecordsDocument,
} from '../../../support/generated/operations.ts';
import { type Graph, now } from '../../../support/graph/test-graph.ts';
import { called } from '../../../support/graph/expected-tool-calls.ts';
import { byTool, daysAgo, inputsOf, iso, startConversationGraph, wire } from '../conversation-graph.ts';

const nothing = { comments: [], callScores: [], listens: [], coachingFeedback: [] };
const early = uuid('activity Early');
const horizon = { fromDate: wire(daysAgo(730)), toDate: wire(now.getTime()) };

describe('what the team says of activities', () => {
  let graph: Graph;

  beforeAll(async () => {
    graph = await startConversationGraph();
    await storeActivities(graph.db, [
      activity('Early', { started_at: daysAgo(3) }),
      activity('Silent', { started_at: daysAgo(2) }),
    ]);
    // An upload may be said to have begun after it was first commented on.
    const of = { organization_id: acme, activity_id: early, id: uuid('record'), created_at: daysAgo(20) };
    await storeComments(graph.db, [{ ...of, text: 'Before the start' }]);
    await storeScores(graph.db, [{ ...of, score: 5 }]);
    await storeCoachingFeedback(graph.db, [{ ...of, comment: 'Well prepared' }]);
    await storeListens(graph.db, [{ ...of, user_id: ada, listened_at: daysAgo(20) }]);
  });
  afterEach(() => graph.tools.restore());
  afterAll(() => graph.close());

  const everything = {
    comments: [{ text: 'Before the start' }],
    callScores: [{ score: 5 }],
    listens: [{ listenedAt: iso(daysAgo(20)) }],
    coachingFeedback: [{ comment: 'Well prepared' }],
  };

  it('is the same however the activity is asked for, also when it was said before the start', async () => {
    const id = early;
    const page = {
      nodes: [
        { title: 'Silent', ...nothing },
        { title: 'Early', ...everything },
      ],
    };
    const answers = [
      [await graph.ask(RecordsByIdDocument, { id }), { activity: everything }],
      [await graph.ask(RecordsByIdDocument, { id: id.toUpperCase() }), { activity: everything }],
      [await graph.ask(RecordsOfActivityDocument, { id }), { activity: { title: 'Early', ...everything } }],
      [await graph.ask(RecordsOfActivitiesDocument, { first: 2 }), { activities: page }],
      [await graph.ask(RecordsOfActivitiesDocument, { first: 25 }), { activities: page }],
      [await graph.ask(RecordsOfEntityDocument, { id }), { _entities: [{ title: 'Early', ...everything }] }],
    ] as const;
    for (const [{ data }, expected] of answers) expect(data).toEqual(expected);

    expect(inputsOf(graph, 'comments_list')).toEqual(answers.map(() => ({})));
    expect(inputsOf(graph, 'automated_call_scoring_list')).toEqual(answers.map(() => ({})));
    expect(inputsOf(graph, 'listens_list')).toEqual(answers.map(() => horizon));
    expect(inputsOf(graph, 'coaching_feedback_list')).toEqual(answers.map(() => horizon));
  });

  it('is listed once for all activities of an operation, and for the lists themselves', async () => {
    const { data, toolCalls } = await graph.ask(RecordsEverywhereDocument, { id: early });

    expect(data).toEqual({
      activity: { comments: everything.comments, callScores: everything.callScores },
      late: {
        nodes: [
          { title: 'Silent', comments: [] },
          { title: 'Early', comments: everything.comments },
        ],
      },
      comments: [{ activity: { title: 'Early', callScores: everything.callScores } }],
    });
    // Whether the listing answers before the comments ask for the activity, which then needs no scan, is open.
    expect(byTool(toolCalls).filter(({ tool }) => tool !== 'activities_list')).toEqual([
      called('automated_call_scoring_list'),
      called('comments_list'),
    ]);
  });

  it('counts listens and coaching feedback back to the horizon', async () => {
    const near = await startConversationGraph({ environment: { ACTIVITY_HORIZON_DAYS: '10' } });
    await storeActivities(near.db, [activity('Early', { started_at: daysAgo(3) })]);
    const of = { organization_id: acme, activity_id: early, user_id: ada };
    const borders = [daysAgo(10) - 1000, daysAgo(10)];
    await storeListens(
      near.db,
      borders.map((time) => ({ ...of, listened_at: time })),
    );
    await storeComments(
      near.db,
      borders.map((time, index) => ({ ...of, id: uuid(`comment ${index}`), text: String(index), created_at: time })),
    );
    const { data } = await near.ask(RecordsOfActivityDocument, { id: early });
    await near.close();

    expect(data.activity?.listens).toEqual([{ listenedAt: iso(daysAgo(10)) }]);
    expect(data.activity?.comments).toEqual([{ text: '1' }, { text: '0' }]);
  });

  it('is asked for over a span that the tools take when one has only just begun', async () => {
    const input = {
      hostUserEmail: 'ada@acme.example',
      language: 'en_GB',
      title: 'Just now',
      recordingUrl: 'https://files.acme.example/call.vtt',
    };
    const { data } = await graph.ask(UploadWithRecordsDocument, { input });

    expect(data.uploadActivity).toEqual({ activity: { title: 'Just now', ...nothing } });
    expect(inputsOf(graph, 'comments_list')).toEqual([{}]);
    expect(inputsOf(graph, 'listens_list')).toEqual([horizon]);
  });
});
