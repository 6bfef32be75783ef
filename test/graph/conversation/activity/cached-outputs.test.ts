import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type ActivityRecord,
  storeActivities,
} from '../../../../src/platform/services/conversation/store/store-activities.ts';
import {
  AllOutputsOfActivitiesDocument,
  AllOutputsOfActivityDocument,
  UploadWithSummaryDocument,
} from '../../../support/generated/operations.ts';
import { type Operation, graphqlRequest, minutesAgo } from '../../../support/graph/test-graph.ts';
import { activityPayload } from '../../../support/platform/tool-payloads.ts';
import { activity, ada, uuid, zoe } from '../../../platform/services/conversation/conversation-records.ts';
import { storeBusyTeam } from './busy-team.ts';
import { connectNewCaller, daysAgo, inputsOf, iso, useConversationGraph } from '../conversation-graph.ts';

const outputTools = [
  'action_items_get',
  'questions_get',
  'summary_get',
  'topic_triggers_matched_get',
  'transcript_get',
] as const;

const allTools = ['activities_list', ...outputTools].toSorted();

const spoken = (text: string) => [{ start_ms: 0, text }];
const matched = (text: string) => [{ start_ms: 0, text, theme: 'Deal', topic: 'Money', trigger: 'budget' }];
const texts = (...all: string[]) => all.map((text) => ({ text }));
const transcript = (text: string) => ({ segments: { nodes: texts(text) } });
/** Records and results of each kind of output: no output, one, and another. */
const kinds: [string, { records: Partial<ActivityRecord>[]; results: unknown[] }][] = [
  [
    'transcript',
    {
      records: [{ segments: null }, { segments: spoken('Hello.') }, { segments: spoken('Goodbye.') }],
      results: [null, transcript('Hello.'), transcript('Goodbye.')],
    },
  ],
  [
    'summary',
    {
      records: [{ summary: null }, { summary: 'They met.' }, { summary: 'They agreed.' }],
      results: [null, { content: 'They met.' }, { content: 'They agreed.' }],
    },
  ],
  [
    'actionItems',
    {
      records: [{ action_items: null }, { action_items: texts('Call.') }, { action_items: texts('Write.') }],
      results: [[], texts('Call.'), texts('Write.')],
    },
  ],
  [
    'questions',
    {
      records: [{ questions: null }, { questions: spoken('Why?') }, { questions: spoken('How?') }],
      results: [[], texts('Why?'), texts('How?')],
    },
  ],
  [
    'topicMatches',
    {
      records: [{ topic_matches: null }, { topic_matches: matched('A.') }, { topic_matches: matched('B.') }],
      results: [[], texts('A.'), texts('B.')],
    },
  ],
];

describe('outputs of a listed activity', () => {
  const graph = useConversationGraph();
  let caller: { as: string };

  beforeAll(async () => {
    await storeBusyTeam(graph.db, 3);
    await storeActivities(graph.db, [activity('one', { started_at: daysAgo(10), summary: 'They met.' })]);
  });
  beforeEach(async ({ task }) => {
    caller = await connectNewCaller(graph, task.id);
  });

  /** Runs an operation. Returns its result, and the sorted tools that were called or cached. */
  async function read<Data, Variables>(operation: Operation<Data, Variables>, variables: Variables) {
    const request = graphqlRequest('http://graph.test/graphql', { operation, variables, ...caller });
    const { data, errors, extensions } = JSON.parse(await (await graph.app.fetch(request)).text());
    const calls: { tool: string; source: string }[] = extensions.toolCalls;
    const from = (wanted: string) => calls.flatMap(({ tool, source }) => (source === wanted ? [tool] : [])).toSorted();
    return { data, errors, cost: extensions.cost, called: from('CALLED'), cached: from('CACHED') };
  }
  const readOne = (name = 'one', isListed = true) =>
    read(AllOutputsOfActivityDocument, { id: uuid(`activity ${name}`), isListed });

  it('are loaded once for all operations', async () => {
    const first = await read(AllOutputsOfActivitiesDocument, { first: 3 });
    const second = await read(AllOutputsOfActivitiesDocument, { first: 3 });

    const ofAll = outputTools.flatMap((tool) => [tool, tool, tool]);
    expect([first.called, first.cached]).toEqual([['activities_list', ...ofAll].toSorted(), []]);
    expect([second.called, second.cached]).toEqual([['activities_list'], ofAll]);
    expect(second.data).toEqual(first.data);
    expect([first.cost, second.cost]).toMatchObject([
      { requestedQueryCost: 569, actualQueryCost: 197 },
      { requestedQueryCost: 569, actualQueryCost: 47 },
    ]);
  });

  // Each change adds 1 ms to this future time, so no time of change is a whole second.
  const changed = { updated_at: '2030-01-01T00:00:00.001Z' };
  it.each(kinds)('(%s) show what an import adds, changes and removes', async (field, { records, results }) => {
    for (const step of [0, 1, 2, 0]) {
      await storeActivities(graph.db, [activity(field, { started_at: daysAgo(20), ...changed, ...records[step] })]);
      const { data, called } = await readOne(field);
      const again = await readOne(field);

      expect(data.activity[field]).toEqual(results[step]);
      expect(called).toEqual(allTools);
      expect([again.data, again.called, again.cached]).toEqual([data, ['activities_list'], outputTools]);
    }
  });

  it('are not cached if the operation does not list the activity', async () => {
    await readOne();
    expect(await readOne('one', false)).toMatchObject({ called: outputTools, cached: [] });
    expect(await readOne()).toMatchObject({ called: ['activities_list'], cached: outputTools });
  });

  it('are not cached if the tool does not return when the activity has changed', async () => {
    graph.tools.replace('activities_list', async (_call, real) => {
      const { items, ...page }: { items: object[] } = Object(await real());
      return { ...page, items: items.map((item) => ({ ...item, updated_at: null })) };
    });
    await readOne();

    expect(await readOne()).toMatchObject({ called: allTools, cached: [] });
  });

  it.each([
    ['one second old and in whole seconds', 1_000, []],
    ['one second old with milliseconds', 1_001, outputTools],
    ['two seconds old and in whole seconds', 2_000, outputTools],
  ])('are cached if the last change was settled: %s', async (_, ageMs, cached) => {
    graph.tools.replace('activities_list', async (_call, real) => {
      const { items, ...page }: { items: object[] } = Object(await real());
      return { ...page, items: items.map((item) => ({ ...item, updated_at: iso(minutesAgo(0) - ageMs) })) };
    });
    await readOne();

    expect(await readOne()).toMatchObject({ cached });
  });

  it.each([
    ['queued', []],
    ['running', []],
    ['done', outputTools],
    ['failed', outputTools],
  ] as const)('are cached after processing: %s', async (state, cached) => {
    await storeActivities(graph.db, [
      activity(state, { started_at: daysAgo(30), processing: { state, warnings: [] } }),
    ]);
    await readOne(state);

    expect(await readOne(state)).toMatchObject({ cached });
  });

  it('are not shared by two users', async () => {
    await readOne();
    caller = await connectNewCaller(graph, 'another');

    expect(await readOne()).toMatchObject({ called: allTools, cached: [] });
  });

  it('are not returned after the caller has lost access', async () => {
    await readOne();
    await graph.connect('convo', { identifier: caller.as, userId: zoe });

    expect((await readOne()).data).toEqual({ activity: null });
    expect(await readOne('one', false)).toMatchObject({ data: { activity: { summary: null } }, cached: [] });
  });

  it('are loaded again if the caller lost access between the listing and the output', async () => {
    graph.tools.replace('summary_get', async (_call, real) => {
      await graph.connect('convo', { identifier: caller.as, userId: zoe });
      return real();
    });
    expect((await readOne()).data).toEqual({ activity: null });
    graph.tools.restore();
    await graph.connect('convo', { identifier: caller.as, userId: ada });

    expect((await readOne()).data.activity.summary).toEqual({ content: 'They met.' });
  });

  it('are loaded again for the result of a mutation, which proves no access', async () => {
    await readOne();
    graph.tools.replace('activity_upload', async () => ({
      ...activityPayload,
      id: uuid('activity one'),
      updated_at: new Date(daysAgo(10)).toISOString(),
      processing: null,
    }));
    const input = { hostUserEmail: 'ada@acme.example', language: 'en_GB', title: 'one' };
    const upload = () => read(UploadWithSummaryDocument, { input: { ...input, recordingUrl: 'https://a.example/a' } });
    await upload();

    expect(await upload()).toMatchObject({ called: ['activity_upload', 'summary_get'], cached: [] });
    expect(inputsOf(graph, 'activities_list')).toHaveLength(1);
  });
});
