import { beforeAll, describe, expect, it } from 'vitest';
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
import { now } from '../../../support/graph/test-graph.ts';
import { called } from '../../../support/graph/expected-tool-calls.ts';
import {
  byTool,
  daysAgo,
  inputsOf,
  iso,
  startConversationGraph,
  useConversationGraph,
  wire,
} from '../conversation-graph.ts';

const nothing = { comments: [], callScores: [], listens: [], coachingFeedback: [] };
const early = uuid('activity Early');
const horizon = { fromDate: wire(daysAgo(730)), toDate: wire(now.getTime()) };

describe('team records of activities', () => {
  const graph = useConversationGraph();

  beforeAll(async () => {
    await storeActivities(graph.db, [
      activity('Early', { started_at: daysAgo(3) }),
      activity('Silent', { started_at: daysAgo(2) }),
    ]);
    // The client chooses the start of an upload, so a comment can be older than the activity.
    const of = { organization_id: acme, activity_id: early, id: uuid('record'), created_at: daysAgo(20) };
    await storeComments(graph.db, [{ ...of, text: 'Before the start' }]);
    await storeScores(graph.db, [{ ...of, score: 5 }]);
    await storeCoachingFeedback(graph.db, [{ ...of, comment: 'Well prepared' }]);
    await storeListens(graph.db, [{ ...of, user_id: ada, listened_at: daysAgo(20) }]);
  });

  const everything = {
    comments: [{ text: 'Before the start' }],
    callScores: [{ score: 5 }],
    listens: [{ listenedAt: iso(daysAgo(20)) }],
    coachingFeedback: [{ comment: 'Well prepared' }],
  };

  it('are the same for every way to load the activity, and include records older than its start', async () => {
    const id = early;
    const page = {
      nodes: [
        { title: 'Silent', ...nothing },
        { title: 'Early', ...everything },
      ],
    };
    const results = [
      [await graph.ask(RecordsByIdDocument, { id }), { activity: everything }],
      [await graph.ask(RecordsByIdDocument, { id: id.toUpperCase() }), { activity: everything }],
      [await graph.ask(RecordsOfActivityDocument, { id }), { activity: { title: 'Early', ...everything } }],
      [await graph.ask(RecordsOfActivitiesDocument, { first: 2 }), { activities: page }],
      [await graph.ask(RecordsOfActivitiesDocument, { first: 25 }), { activities: page }],
      [await graph.ask(RecordsOfEntityDocument, { id }), { _entities: [{ title: 'Early', ...everything }] }],
    ] as const;
    for (const [{ data }, expected] of results) expect(data).toEqual(expected);

    expect(inputsOf(graph, 'comments_list')).toEqual(results.map(() => ({})));
    expect(inputsOf(graph, 'automated_call_scoring_list')).toEqual(results.map(() => ({})));
    expect(inputsOf(graph, 'listens_list')).toEqual(results.map(() => horizon));
    expect(inputsOf(graph, 'coaching_feedback_list')).toEqual(results.map(() => horizon));
  });

  it('are listed once for all activities of an operation and for the root lists', async () => {
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
    // Whether comments need a scan depends on which call ends first, so scans are ignored here.
    expect(byTool(toolCalls).filter(({ tool }) => tool !== 'activities_list')).toEqual([
      called('automated_call_scoring_list'),
      called('comments_list'),
    ]);
  });

  it('include listens and coaching feedback back to the horizon', async () => {
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

  it('are listed for a valid period when an activity has just started', async () => {
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
