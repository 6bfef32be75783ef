import { beforeAll, describe, expect, it } from 'vitest';
import { ToolError, type ToolErrorDetails } from '../../../src/tools/errors/tool-error.ts';
import {
  FaultyMomentsDocument,
  FaultyOverviewDocument,
  FaultyYearsDocument,
} from '../../support/generated/operations.ts';
import { type AnsweredError } from '../../support/graph/test-graph.ts';
import { called } from '../../support/graph/expected-tool-calls.ts';
import { idOf, storeBusyTeam } from './activity/busy-team.ts';
import { connectNewCaller, daysAgo, iso, useConversationGraph } from './conversation-graph.ts';

const fault = (tool: string, code: ToolErrorDetails['code'] = 'UPSTREAM_ERROR') =>
  new ToolError({ tool, code, message: `${tool} ended with ${code}.` });

const placed = (errors: AnsweredError[]) =>
  errors.map(({ path, extensions }) => [path?.join('.'), extensions?.['code'], extensions?.['tool']].join(' '));

describe('failures of conversation tools', () => {
  const graph = useConversationGraph();

  beforeAll(() => storeBusyTeam(graph.db, 3));

  const nodes = [0, 1, 2].map((index) => ({
    title: `Call ${index}`,
    host: { name: index === 1 ? 'Ben Okafor' : 'Ada Moreau' },
    summary: { content: `Summary ${index}` },
    transcript: { segments: { nodes: [{ text: `Segment 0 of ${index}` }] } },
    comments: [{ text: `Comment ${index}` }],
  }));
  const whole = { activities: { nodes }, organization: { name: 'Acme' } };
  const changed = (change: (node: (typeof nodes)[number], index: number) => object) => ({
    ...whole,
    activities: { nodes: nodes.map((node, index) => ({ ...node, ...change(node, index) })) },
  });

  it('do not occur in a complete result', async () => {
    expect((await graph.ask(FaultyOverviewDocument, {})).data).toEqual(whole);
  });

  it.each([
    ['summary_get', 'summary'],
    ['transcript_get', 'transcript'],
  ])('of %s for one activity affect only its %s', async (tool, field) => {
    // A new caller has no cached outputs.
    const caller = await connectNewCaller(graph, tool);
    graph.tools.replace(tool, ({ input }, real) =>
      Object(input).activityId === idOf(1) ? Promise.reject(fault(tool, 'UPSTREAM_TIMEOUT')) : real(),
    );
    const { data, errors } = await graph.execute(FaultyOverviewDocument, {}, caller);

    expect(data).toEqual(changed((_node, index) => (index === 1 ? { [field]: null } : {})));
    expect(placed(errors)).toEqual([`activities.nodes.1.${field} UPSTREAM_TIMEOUT ${tool}`]);
  });

  it.each([
    ['users_list', 'host'],
    ['comments_list', 'comments'],
  ])('of %s make the %s of all activities null, after one call', async (tool, field) => {
    graph.tools.replace(tool, () => Promise.reject(fault(tool)));
    const { data, errors, toolCalls } = await graph.execute(FaultyOverviewDocument, {});

    expect(data).toEqual(changed(() => ({ [field]: null })));
    expect(placed(errors)).toEqual(
      [0, 1, 2].map((index) => `activities.nodes.${index}.${field} UPSTREAM_ERROR ${tool}`),
    );
    expect(toolCalls.filter((call) => call.tool === tool)).toHaveLength(1);
  });

  it('of activities_list do not affect other root fields', async () => {
    graph.tools.replace('activities_list', () => Promise.reject(fault('activities_list', 'RATE_LIMITED')));
    const { data, errors } = await graph.execute(FaultyOverviewDocument, {});

    expect(data).toEqual({ ...whole, activities: null });
    expect(placed(errors)).toEqual(['activities RATE_LIMITED activities_list']);
  });

  it('of activities_list make a page null that would otherwise be incomplete', async () => {
    graph.tools.replace('activities_list', ({ input }, real) =>
      Object(input).toDate === undefined ? real() : Promise.reject(fault('activities_list')),
    );
    const { data, errors, toolCalls } = await graph.execute(FaultyYearsDocument, {
      filter: { occurred: { from: iso(daysAgo(800)) } },
    });

    expect(data).toEqual({ activities: null, users: [{ name: 'Ada Moreau' }, { name: 'Ben Okafor' }] });
    expect(placed(errors)).toEqual(['activities UPSTREAM_ERROR activities_list']);
    expect(toolCalls.filter(({ tool }) => tool === 'activities_list')).toHaveLength(2);
  });

  it('occur when an endless listing exhausts the call budget', async () => {
    graph.tools.replace('activities_list', async () => ({ items: [], total: 1_000_000 }));
    const { data, errors, toolCalls } = await graph.execute(FaultyYearsDocument, {
      filter: { occurred: { from: iso(daysAgo(9)) } },
    });

    expect(data?.activities).toBeNull();
    expect(placed(errors)).toEqual(['activities TOOL_CALL_BUDGET_EXCEEDED activities_list']);
    expect(toolCalls).toHaveLength(200);
  });

  it('of topic_triggers_matched_get make the moments null and do not affect other outputs', async () => {
    graph.tools.replace('topic_triggers_matched_get', () => Promise.reject(fault('topic_triggers_matched_get')));
    const { data, errors } = await graph.execute(FaultyMomentsDocument, { id: idOf(0) });

    expect(data?.activity).toEqual({
      moments: null,
      questions: [{ text: 'Why 0?', participant: { name: 'Guest 0' } }],
      transcript: { durationMs: 4900 },
    });
    expect(placed(errors)).toEqual(['activity.moments UPSTREAM_ERROR topic_triggers_matched_get']);
  });

  it('of activities_list make the participants of outputs null', async () => {
    graph.tools.replace('activities_list', () => Promise.reject(fault('activities_list')));
    const { data, errors, toolCalls } = await graph.execute(FaultyMomentsDocument, { id: idOf(0) });

    expect(data?.activity?.questions).toEqual([{ text: 'Why 0?', participant: null }]);
    expect(placed(errors)).toEqual(['activity.questions.0.participant UPSTREAM_ERROR activities_list']);
    expect(toolCalls.filter(({ tool }) => tool === 'activities_list')).toEqual([called('activities_list')]);
  });
});
