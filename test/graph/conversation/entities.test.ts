import { beforeAll, describe, expect, it } from 'vitest';
import { ada, ben, uuid, zoe } from '../../platform/services/conversation/conversation-records.ts';
import { ConversationEntitiesDocument } from '../../support/generated/operations.ts';
import { now } from '../../support/graph/test-graph.ts';
import { called, times } from '../../support/graph/expected-tool-calls.ts';
import { idOf, storeBusyTeam } from './activity/busy-team.ts';
import { daysAgo, inputsOf, useConversationGraph, wire } from './conversation-graph.ts';

describe('references to conversation entities', () => {
  const graph = useConversationGraph();
  const resolve = (representations: { __typename: string; id: unknown }[]) =>
    graph.execute(ConversationEntitiesDocument, { representations });

  beforeAll(() => storeBusyTeam(graph.db, 3));

  it('return the outputs of activities without a scan, even if more is selected on other types', async () => {
    const { data, errors, toolCalls } = await resolve([
      { __typename: 'Activity', id: idOf(1) },
      { __typename: 'Activity', id: idOf(2) },
      { __typename: 'Activity', id: 'garbage' },
      { __typename: 'Activity', id: idOf(1) },
    ]);

    expect(errors).toEqual([]);
    expect(toolCalls).toEqual(times(2, called('summary_get')));
    const first = { __typename: 'Activity', id: idOf(1), summary: { content: 'Summary 1' } };
    expect(data?._entities).toEqual([first, { ...first, id: idOf(2), summary: { content: 'Summary 2' } }, null, first]);
  });

  it('load all users once', async () => {
    const { data, toolCalls } = await resolve(
      [ada, zoe, 'garbage', ben, ada].map((id) => ({ __typename: 'User', id })),
    );

    expect(toolCalls).toEqual([called('users_list')]);
    const adas = { __typename: 'User', id: ada, name: 'Ada Moreau' };
    expect(data?._entities).toEqual([adas, null, null, { __typename: 'User', id: ben, name: 'Ben Okafor' }, adas]);
  });

  it.each([
    ['CallScore', 'score', 'automated_call_scoring_list', { score: 51 }, {}],
    ['Comment', 'comment', 'comments_list', { text: 'Comment 1' }, {}],
    [
      'CoachingFeedback',
      'feedback',
      'coaching_feedback_list',
      { comment: 'Advice 1' },
      { fromDate: wire(daysAgo(730)), toDate: wire(now.getTime()) },
    ],
  ])('load the team list once for %s', async (typename, name, tool, fields, input) => {
    const id = uuid(`${name} 1`);
    const { data, toolCalls } = await resolve(
      [id, uuid('unknown record'), id, 'garbage'].map((each) => ({ __typename: typename, id: each })),
    );

    expect(toolCalls).toEqual([called(tool)]);
    expect(inputsOf(graph, tool)).toEqual([input]);
    const found = { __typename: typename, id, ...fields };
    expect(data?._entities).toEqual([found, null, found, null]);
  });

  it('are rejected for unknown types, without an id, and for a webhook, which no tool returns', async () => {
    const { data, errors } = await resolve([
      { __typename: 'Webhook', id: uuid('webhook') },
      { __typename: 'Summary', id: idOf(1) },
      { __typename: 'User', id: null },
    ]);

    expect(data?._entities).toEqual([null, null, null]);
    expect(errors.map(({ message, extensions }) => [message, extensions?.['code']])).toEqual([
      ['representations.1.__typename must name an entity.', 'BAD_USER_INPUT'],
      ['representations.2.id must be an id.', 'BAD_USER_INPUT'],
      ['A webhook cannot be loaded by its id: no tool returns webhooks. Select only its id.', 'NOT_FOUND'],
    ]);
    expect(graph.tools.calls).toEqual([]);
  });
});
