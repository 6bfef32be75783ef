import { beforeAll, describe, expect, it } from 'vitest';
import { storeActivities } from '../../../../src/platform/services/conversation/store/store-activities.ts';
import { activity, uuid } from '../../../platform/services/conversation/conversation-records.ts';
import {
  MomentsOfDocument,
  type MomentsOfQueryVariables,
  QuestionsOfDocument,
} from '../../../support/generated/operations.ts';
import { called } from '../../../support/graph/expected-tool-calls.ts';
import { byTool, useConversationGraph } from '../conversation-graph.ts';

const id = uuid('activity Talk');
const unheard = uuid('activity Unheard');
const amy = uuid('mouth amy');

describe('moments of an activity', () => {
  const graph = useConversationGraph();

  beforeAll(async () => {
    const topic = { theme: 'Deal', topic: 'Money', trigger: 'budget' };
    await storeActivities(graph.db, [
      activity('Talk', {
        participants: [{ id: amy, name: 'Amy' }],
        segments: [
          { participant_id: amy, start_ms: 0, end_ms: 2000, text: 'first said' },
          { participant_id: amy, start_ms: 2000, end_ms: 4000, text: 'second said' },
          { start_ms: 2000, end_ms: 3000, text: 'said at once' },
          { participant_id: amy, start_ms: 9000, end_ms: null, text: 'last said' },
        ],
        questions: [
          { participant_id: amy, start_ms: 500, end_ms: 900, text: 'both?', is_engaging: true, is_insightful: true },
          { start_ms: 2000, end_ms: 2500, text: 'engaging?', is_engaging: true, is_insightful: false },
          { start_ms: 2000, end_ms: 2600, text: 'insightful?', is_engaging: false, is_insightful: true },
          { start_ms: 8000, text: 'unknown?' },
        ],
        topic_matches: [
          { start_ms: 2000, end_ms: 2100, text: 'a budget', ...topic },
          { start_ms: 1900, end_ms: 2000, text: 'the budget', ...topic },
        ],
      }),
      activity('Unheard', { questions: [{ start_ms: 5, text: 'asked?' }] }),
    ]);
  });

  const texts = async (variables: Omit<MomentsOfQueryVariables, 'id'>, of = id) =>
    (await graph.ask(MomentsOfDocument, { id: of, ...variables })).data.activity?.moments?.map(({ text }) => text);

  const everything = [
    'first said',
    'both?',
    'the budget',
    'second said',
    'said at once',
    'engaging?',
    'insightful?',
    'a budget',
    'unknown?',
    'last said',
  ];

  it('are sorted by start; at equal times, segments precede questions and topic matches', async () => {
    const { data, toolCalls } = await graph.ask(MomentsOfDocument, { id });
    const { moments } = data.activity ?? {};

    expect(moments?.map(({ text }) => text)).toEqual(everything);
    expect(byTool(toolCalls)).toEqual(
      ['questions_get', 'topic_triggers_matched_get', 'transcript_get'].map((tool) => called(tool)),
    );
    const at = { activity: { id } };
    expect([moments?.[0], moments?.[1], moments?.[2], moments?.[8]]).toEqual([
      {
        __typename: 'TranscriptSegment',
        ...at,
        startMs: 0,
        endMs: 2000,
        text: 'first said',
        participant: { id: amy },
        index: 0,
      },
      {
        __typename: 'Question',
        ...at,
        startMs: 500,
        endMs: 900,
        text: 'both?',
        participant: { id: amy },
        isEngaging: true,
        isInsightful: true,
      },
      {
        __typename: 'TopicMatch',
        ...at,
        startMs: 1900,
        endMs: 2000,
        text: 'the budget',
        participant: null,
        theme: 'Deal',
        topic: 'Money',
        trigger: 'budget',
      },
      {
        __typename: 'Question',
        ...at,
        startMs: 8000,
        endMs: null,
        text: 'unknown?',
        participant: null,
        isEngaging: false,
        isInsightful: false,
      },
    ]);
  });

  it.each<[MomentsOfQueryVariables['kinds'], string[], string[]]>([
    [['QUESTION'], ['questions_get'], ['both?', 'engaging?', 'insightful?', 'unknown?']],
    [['TOPIC_MATCH', 'TOPIC_MATCH'], ['topic_triggers_matched_get'], ['the budget', 'a budget']],
    [
      ['TOPIC_MATCH', 'SEGMENT'],
      ['topic_triggers_matched_get', 'transcript_get'],
      ['first said', 'the budget', 'second said', 'said at once', 'a budget', 'last said'],
    ],
    [[], [], []],
  ])('cost only the calls of the selected kinds: %o', async (kinds, tools, expected) => {
    const { data, toolCalls } = await graph.ask(MomentsOfDocument, { id, kinds });

    expect(byTool(toolCalls)).toEqual(tools.map((tool) => called(tool)));
    expect(data.activity?.moments?.map(({ text }) => text)).toEqual(expected);
  });

  it.each([
    [{ toMs: 1 }, ['first said']],
    [{ fromMs: 4000 }, ['unknown?', 'last said']],
    [{ fromMs: 2000, toMs: 2001 }, ['second said', 'said at once', 'engaging?', 'insightful?', 'a budget']],
    [{ fromMs: 2500, toMs: 8000 }, ['second said', 'said at once', 'insightful?']],
    [{ fromMs: 8001 }, ['last said']],
    [{ fromMs: 0 }, everything],
  ])('include those that overlap the range %o', async (range, expected) => {
    expect(await texts(range)).toEqual(expected);
  });

  it('omit an unavailable transcript, and are null if the activity does not exist', async () => {
    expect(await texts({}, unheard)).toEqual(['asked?']);
    expect((await graph.ask(MomentsOfDocument, { id: uuid('nothing') })).data).toEqual({ activity: { moments: null } });
  });

  it.each([
    [{}, ['both?', 'engaging?', 'insightful?', 'unknown?']],
    [{ engaging: true }, ['both?', 'engaging?']],
    [{ engaging: false }, ['insightful?', 'unknown?']],
    [{ insightful: true }, ['both?', 'insightful?']],
    [{ engaging: true, insightful: false }, ['engaging?']],
    [{ engaging: null, insightful: null }, ['both?', 'engaging?', 'insightful?', 'unknown?']],
  ])('include only questions with the flags %o', async (flags, expected) => {
    const { data, toolCalls } = await graph.ask(QuestionsOfDocument, { id, ...flags });

    expect(toolCalls).toEqual([called('questions_get')]);
    expect(data.activity?.questions?.map(({ text }) => text)).toEqual(expected);
  });
});
