import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ToolError } from '../../../../src/tools/errors/tool-error.ts';
import { uuid } from '../../../platform/services/conversation/conversation-records.ts';
import {
  ActivityInTwoStepsDocument,
  ActivityOutputsDocument,
  ActivityTitleDocument,
  ActivityTitlesDocument,
  ListedAndFoundDocument,
  SpeakersOfActivityDocument,
} from '../../../support/generated/operations.ts';
import { called, times } from '../../../support/graph/expected-tool-calls.ts';
import { idOf, storeAgedActivities } from './aged-activities.ts';
import {
  byTool,
  daysAgo,
  inputsOf,
  startConversationGraph,
  useConversationGraph,
  wire,
  connectNewCaller,
} from '../conversation-graph.ts';

const unknown = uuid('unknown activity');

describe('an activity by id', () => {
  const graph = useConversationGraph();
  /** A new identifier for each test, so that the graph knows the start of no activity yet. */
  let caller: { as: string };

  beforeAll(() => storeAgedActivities(graph.db));
  beforeEach(async ({ task }) => {
    caller = await connectNewCaller(graph, task.id);
  });

  it('returns outputs without a scan, however old it is', async () => {
    const { data, toolCalls } = await graph.ask(ActivityOutputsDocument, { id: idOf('ancient') }, caller);

    expect(byTool(toolCalls).map(({ tool }) => tool)).toEqual([
      'action_items_get',
      'automated_call_scoring_list',
      'coaching_feedback_list',
      'comments_list',
      'listens_list',
      'questions_get',
      'summary_get',
      'topic_triggers_matched_get',
      'transcript_get',
    ]);
    const id = uuid('speaker ancient');
    expect(data.activity).toEqual({
      __typename: 'Activity',
      id: idOf('ancient'),
      transcript: { durationMs: 700, segments: { totalCount: 1 }, speakers: [{ participant: { id } }] },
      summary: { content: 'Summary of ancient' },
      actionItems: [{ text: 'Go on.', assignee: { id } }],
      questions: [{ text: 'Shall we?' }],
      topicMatches: [],
      moments: [{ text: 'Shall we?' }, { text: 'Shall we?' }],
      callScores: [],
      coachingFeedback: [],
      comments: [],
      listens: [],
    });
  });

  it('returns null or empty outputs without an error if it does not exist', async () => {
    const { data } = await graph.ask(ActivityOutputsDocument, { id: unknown }, caller);

    expect(data.activity).toEqual({
      __typename: 'Activity',
      id: unknown,
      transcript: null,
      summary: null,
      actionItems: null,
      questions: null,
      topicMatches: null,
      moments: null,
      callScores: [],
      coachingFeedback: [],
      comments: [],
      listens: [],
    });
  });

  const windows = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      fromDate: wire(daysAgo(Math.min(180 * (index + 1), 730))),
      ...(index > 0 && { toDate: wire(daysAgo(180 * index)) }),
      page: 1,
    }));

  it.each([
    ['new', 1],
    ['mid', 2],
    ['old', 3],
  ])('of age %s is found in %i windows, searched from the newest', async (name, count) => {
    const { data, toolCalls } = await graph.ask(ActivityTitleDocument, { id: idOf(name) }, caller);

    expect(data).toEqual({ activity: { title: name } });
    expect(toolCalls).toEqual(times(count, called('activities_list')));
    expect(inputsOf(graph, 'activities_list')).toEqual(windows(count));
  });

  it.each([
    ['if it is older than the horizon', idOf('ancient')],
    ['if it does not exist', unknown],
  ])('is null without an error %s, after searching all windows back to the horizon', async (_what, id) => {
    const { data } = await graph.ask(ActivityTitleDocument, { id }, caller);

    expect(data).toEqual({ activity: null });
    expect(inputsOf(graph, 'activities_list')).toEqual(windows(5));
  });

  it('is searched back to the configured horizon only', async () => {
    const near = await startConversationGraph({ environment: { ACTIVITY_HORIZON_DAYS: '190' } });
    await storeAgedActivities(near.db);
    const mid = await near.ask(ActivityTitleDocument, { id: idOf('mid') });
    const found = await near.ask(ActivityTitleDocument, { id: idOf('new') }, { as: 'ben' });
    await near.close();

    expect(mid.data).toEqual({ activity: null });
    expect(found.data).toEqual({ activity: { title: 'new' } });
    expect(inputsOf(near, 'activities_list')).toEqual([
      { fromDate: wire(daysAgo(180)), page: 1 },
      { fromDate: wire(daysAgo(190)), toDate: wire(daysAgo(180)), page: 1 },
      { fromDate: wire(daysAgo(180)), page: 1 },
    ]);
  });

  it('is found by an id in upper case', async () => {
    const { data } = await graph.ask(ActivityTitleDocument, { id: idOf('new').toUpperCase() }, caller);

    expect(data).toEqual({ activity: { title: 'new' } });
  });

  const titlesOf = (ids: string[]) => ids.map((id) => ({ __typename: 'Activity', id }));

  it('shares one scan with other aliases, references and the activities of comments', async () => {
    const { data, toolCalls } = await graph.ask(
      ActivityTitlesDocument,
      {
        one: idOf('new'),
        other: unknown,
        representations: titlesOf([idOf('mid'), idOf('new'), unknown, 'garbage']),
      },
      caller,
    );

    expect(byTool(toolCalls)).toEqual([...times(5, called('activities_list')), called('comments_list')]);
    expect(inputsOf(graph, 'activities_list')).toEqual(windows(5));
    expect(data).toEqual({
      one: { title: 'new' },
      again: { id: idOf('new'), type: 'CALL' },
      other: null,
      comments: [
        { text: 'On new', activity: { title: 'new' } },
        { text: 'On old', activity: { title: 'old' } },
      ],
      _entities: [{ title: 'mid' }, { title: 'new' }, null, null],
    });
  });

  it('continues the scan where an earlier step of the operation stopped', async () => {
    const { data } = await graph.ask(ActivityInTwoStepsDocument, { one: idOf('new'), other: idOf('old') }, caller);

    expect(inputsOf(graph, 'activities_list')).toEqual(windows(3));
    expect(data).toEqual({
      activity: { title: 'new', comments: [{ activity: { title: 'new' } }] },
      other: { summary: { activity: { title: 'old' } } },
    });
  });

  it('needs no scan if a listing has already returned it', async () => {
    const { data, toolCalls } = await graph.ask(ListedAndFoundDocument, { id: idOf('old') }, caller);

    expect(byTool(toolCalls)).toEqual([called('activities_list'), called('comments_list'), called('summary_get')]);
    expect(data.activities?.nodes).toEqual([{ title: 'new', comments: [{ activity: { title: 'new' } }] }]);
  });

  it('returns the speakers, which needs a scan', async () => {
    const { data, toolCalls } = await graph.ask(SpeakersOfActivityDocument, { id: idOf('mid') }, caller);

    expect(toolCalls.filter(({ tool }) => tool === 'activities_list')).toHaveLength(2);
    const [id, name] = [uuid('speaker mid'), 'Speaker of mid'];
    expect(data.activity).toEqual({
      transcript: {
        speakers: [{ participant: { id, name, affiliation: 'UNKNOWN' } }],
        document: '[00:00:00.000] Speaker of mid: Shall we?\n',
      },
      actionItems: [{ assignee: { name } }],
      questions: [{ participant: { id, name } }],
    });
  });

  it('returns only the ids of the speakers if it is older than the horizon', async () => {
    const { data } = await graph.ask(SpeakersOfActivityDocument, { id: idOf('ancient') }, caller);

    const id = uuid('speaker ancient');
    expect(data.activity).toEqual({
      transcript: {
        speakers: [{ participant: { id, name: null, affiliation: 'UNKNOWN' } }],
        document: '[00:00:00.000] Shall we?\n',
      },
      actionItems: [{ assignee: { name: null } }],
      questions: [{ participant: { id, name: null } }],
    });
  });

  it('is returned if it was found before the scan failed; others report the error', async () => {
    graph.tools.replace('activities_list', ({ input }, real) =>
      Object(input).toDate === undefined
        ? real()
        : Promise.reject(new ToolError({ code: 'UPSTREAM_TIMEOUT', tool: 'activities_list', message: 'Too slow.' })),
    );
    const { data, errors } = await graph.execute(
      ActivityTitlesDocument,
      {
        one: idOf('new'),
        other: idOf('mid'),
        representations: titlesOf([idOf('old'), idOf('new')]),
      },
      caller,
    );

    expect(data).toMatchObject({
      one: { title: 'new' },
      other: null,
      comments: [{ activity: { title: 'new' } }, { activity: { title: null } }],
      _entities: [null, { title: 'new' }],
    });
    expect(new Map(errors.map(({ path, extensions }) => [path?.join('.'), extensions?.['code']]))).toEqual(
      new Map([
        ['_entities.0', 'UPSTREAM_TIMEOUT'],
        ['comments.1.activity.title', 'UPSTREAM_TIMEOUT'],
        ['other', 'UPSTREAM_TIMEOUT'],
      ]),
    );
    const [latest, failing] = windows(2);
    expect(inputsOf(graph, 'activities_list')).toEqual([latest, failing, failing, failing]);
  });
});
