import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { storeActivities } from '../../../src/services/conversation/store/store-activities.ts';
import {
  storeCoachingFeedback,
  storeComments,
  storeListens,
  storeScores,
} from '../../../src/services/conversation/store/store-team-records.ts';
import { acme, activity, ada, uuid } from '../../services/conversation/convo-records.ts';
import {
  RecordsOfActivitiesDocument,
  RecordsOfActivityDocument,
  UploadWithRecordsDocument,
} from '../../support/generated/operations.ts';
import { type Graph, now } from '../../support/graph.ts';
import { daysAgo, inputsOf, iso, startConversationGraph, wire } from './conversation-graph.ts';

const half = daysAgo(3) + 500;
const nothing = { comments: [], callScores: [], listens: [], coachingFeedback: [] };

describe('what the team says of activities', () => {
  let graph: Graph;

  beforeAll(async () => {
    graph = await startConversationGraph();
    await storeActivities(graph.db, [
      activity('Half', { started_at: half }),
      activity('Silent', { started_at: daysAgo(2) }),
    ]);
    // A service that keeps whole seconds makes these of the same second as the begin.
    const of = {
      organization_id: acme,
      activity_id: uuid('activity Half'),
      id: uuid('record'),
      created_at: daysAgo(3),
    };
    await storeComments(graph.db, [{ ...of, text: 'At once' }]);
    await storeScores(graph.db, [{ ...of, score: 5 }]);
    await storeCoachingFeedback(graph.db, [{ ...of, comment: 'Well begun' }]);
    await storeListens(graph.db, [{ ...of, user_id: ada, listened_at: daysAgo(3) }]);
  });
  afterEach(() => graph.tools.restore());
  afterAll(() => graph.close());

  it('counts from the second in which they began', async () => {
    const { data } = await graph.ask(RecordsOfActivitiesDocument, {});

    expect(data.activities?.nodes).toEqual([
      { title: 'Silent', ...nothing },
      {
        title: 'Half',
        comments: [{ text: 'At once' }],
        callScores: [{ score: 5 }],
        listens: [{ listenedAt: iso(daysAgo(3)) }],
        coachingFeedback: [{ comment: 'Well begun' }],
      },
    ]);
    expect(inputsOf(graph, 'comments_list')).toEqual([{ fromDate: wire(daysAgo(3)) }]);
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
    expect(inputsOf(graph, 'comments_list')).toEqual([{ fromDate: wire(now.getTime()) }]);
    expect(inputsOf(graph, 'listens_list')).toEqual([
      { fromDate: wire(now.getTime() - 1000), toDate: wire(now.getTime()) },
    ]);
  });

  it('is asked for over no time to come when the service tells of one that is yet to begin', async () => {
    const id = uuid('activity planned');
    graph.tools.replace('activities_list', async () => ({
      items: [{ id, title: 'Planned', started_at: iso(now.getTime() + 60_000) }],
    }));
    const { data } = await graph.ask(RecordsOfActivityDocument, { id });

    expect(data.activity).toEqual({ title: 'Planned', comments: [], listens: [] });
    expect(inputsOf(graph, 'comments_list')).toEqual([{ fromDate: wire(now.getTime()) }]);
    expect(inputsOf(graph, 'listens_list')).toEqual([
      { fromDate: wire(now.getTime() - 1000), toDate: wire(now.getTime()) },
    ]);
  });
});
