import { beforeAll, describe, expect, it } from 'vitest';
import { storeActivities } from '../../../../src/platform/services/conversation/store/store-activities.ts';
import { storeComments } from '../../../../src/platform/services/conversation/store/store-team-records.ts';
import { acme, activity, ada, ben, uuid } from '../../../platform/services/conversation/conversation-records.ts';
import {
  ActionItemsOfDocument,
  type MomentsOfQueryVariables,
  TimelineOfDocument,
  TimelinesOfPageDocument,
  TimelineTextsDocument,
} from '../../../support/generated/operations.ts';
import { called } from '../../../support/graph/expected-tool-calls.ts';
import { byTool, daysAgo, useConversationGraph } from '../conversation-graph.ts';

const id = uuid('activity Review');
const quiet = uuid('activity Quiet');
const adaThere = uuid('participant ada');
const guest = uuid('participant guest');

const actionItems = [
  { text: 'Send the deck.', assignee_id: guest, start_ms: 3000, due_on: '2026-02-06' },
  { text: 'Book a room.' },
  { text: 'Send the deck.', start_ms: 9000 },
];

async function storeReview(db: Parameters<typeof storeActivities>[0]) {
  await storeActivities(db, [
    activity('Review', {
      participants: [
        { id: adaThere, user_id: ada, name: 'Ada' },
        { id: guest, name: 'Guest' },
      ],
      questions: [{ start_ms: 3000, text: 'when?' }],
      action_items: actionItems,
    }),
    activity('Quiet'),
  ]);
  const of = { organization_id: acme, activity_id: id, created_at: daysAgo(20) };
  await storeComments(db, [
    { ...of, id: uuid('comment place'), user_id: ada, text: 'Well put', at_ms: 3000 },
    { ...of, id: uuid('comment absent'), user_id: ben, text: 'Listen to this', at_ms: 1000 },
    { ...of, id: uuid('comment whole'), user_id: ada, text: 'Good call' },
    { ...of, id: uuid('comment silent'), user_id: ada, at_ms: 2000 },
    { ...of, id: uuid('comment blank'), user_id: ada, text: ' ', at_ms: 2000 },
    { ...of, id: uuid('comment elsewhere'), activity_id: quiet, user_id: ada, text: 'Hm', at_ms: 0 },
  ]);
}

describe('comments and action items among the moments', () => {
  const graph = useConversationGraph();
  beforeAll(() => storeReview(graph.db));

  const kinds = ['ACTION_ITEM', 'COMMENT', 'QUESTION'] as const;

  it('have a text and a time, and follow the moments of other kinds that start at the same time', async () => {
    const { data, toolCalls } = await graph.ask(TimelineOfDocument, { id, kinds: [...kinds] });
    const [first, ...repeated] = (await graph.ask(ActionItemsOfDocument, { id })).data.activity?.actionItems ?? [];

    expect(data.activity?.moments).toEqual([
      {
        __typename: 'CommentMoment',
        startMs: 1000,
        endMs: null,
        text: 'Listen to this',
        participant: null,
        comment: { id: uuid('comment absent') },
      },
      { __typename: 'Question', startMs: 3000, endMs: null, text: 'when?', participant: null },
      {
        __typename: 'CommentMoment',
        startMs: 3000,
        endMs: null,
        text: 'Well put',
        participant: { id: adaThere },
        comment: { id: uuid('comment place') },
      },
      {
        __typename: 'ActionItemMoment',
        startMs: 3000,
        endMs: null,
        text: 'Send the deck.',
        participant: { id: guest },
        actionItem: { id: first?.id, text: 'Send the deck.' },
      },
      {
        __typename: 'ActionItemMoment',
        startMs: 9000,
        endMs: null,
        text: 'Send the deck.',
        participant: null,
        actionItem: { id: repeated[1]?.id, text: 'Send the deck.' },
      },
    ]);
    expect(byTool(toolCalls)).toEqual(
      ['action_items_get', 'activities_list', 'comments_list', 'questions_get'].map((tool) => called(tool)),
    );
  });

  it.each<[MomentsOfQueryVariables['kinds'], string[], string[] | null]>([
    [['COMMENT'], ['comments_list'], ['Listen to this', 'Well put']],
    [['ACTION_ITEM'], ['action_items_get'], ['Send the deck.', 'Send the deck.']],
    [null, ['questions_get', 'topic_triggers_matched_get', 'transcript_get'], ['when?']],
  ])('cost only the calls of the selected kinds: %o', async (selected, tools, texts) => {
    const { data, toolCalls } = await graph.ask(TimelineTextsDocument, { id, kinds: selected });

    expect(data.activity?.moments?.map(({ text }) => text)).toEqual(texts);
    expect(byTool(toolCalls)).toEqual(tools.map((tool) => called(tool)));
  });

  it('include those that overlap the range', async () => {
    const { data } = await graph.ask(TimelineOfDocument, { id, kinds: [...kinds], fromMs: 1001, toMs: 9000 });

    expect(data.activity?.moments?.map(({ text }) => text)).toEqual(['when?', 'Well put', 'Send the deck.']);
  });

  it('share one call of comments_list and the page that lists the activities', async () => {
    const { data, toolCalls } = await graph.ask(TimelinesOfPageDocument, {});

    expect(data.activities?.nodes.map(({ moments }) => moments)).toEqual([
      [
        { text: 'Listen to this', participant: null },
        { text: 'Well put', participant: { name: 'Ada' } },
      ],
      [{ text: 'Hm', participant: null }],
    ]);
    expect(toolCalls).toEqual([called('activities_list'), called('comments_list', 2)]);
  });

  it('are empty without comments, and null if there is neither an activity nor another kind', async () => {
    const unknown = uuid('nothing');
    expect((await graph.ask(TimelineTextsDocument, { id: unknown, kinds: ['COMMENT'] })).data).toEqual({
      activity: { moments: [] },
    });
    expect((await graph.ask(TimelineTextsDocument, { id: unknown, kinds: ['ACTION_ITEM'] })).data).toEqual({
      activity: { moments: null },
    });
  });
});

describe('an action item', () => {
  const graph = useConversationGraph();
  beforeAll(() => storeReview(graph.db));

  it('has the day by which it was promised, or null', async () => {
    const { data, toolCalls } = await graph.ask(ActionItemsOfDocument, { id });

    expect(data.activity?.actionItems?.map(({ dueOn }) => dueOn)).toEqual(['2026-02-06', null, null]);
    expect(toolCalls).toEqual([called('action_items_get')]);
  });

  it('has an ID that depends on the activity, the text and the number of equal texts before it', async () => {
    const itemsOf = async (activityId: string) =>
      (await graph.ask(ActionItemsOfDocument, { id: activityId })).data.activity?.actionItems ?? [];

    const [deck, room, again] = await itemsOf(id);
    expect(new Set([deck?.id, room?.id, again?.id]).size).toBe(3);

    await storeActivities(graph.db, [
      activity('Review', { action_items: [{ text: 'Call Kim.' }, ...actionItems] }),
      activity('Quiet', { action_items: actionItems }),
    ]);

    expect((await itemsOf(id.toUpperCase())).slice(1)).toEqual([deck, room, again]);
    expect((await itemsOf(quiet))[0]).not.toEqual(deck);
  });
});
