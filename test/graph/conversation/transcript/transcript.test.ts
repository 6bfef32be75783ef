import { beforeAll, describe, expect, it } from 'vitest';
import { storeActivities } from '../../../../src/platform/services/conversation/store/store-activities.ts';
import { activity, uuid } from '../../../platform/services/conversation/conversation-records.ts';
import {
  SegmentsInManyWaysDocument,
  SegmentsOfDocument,
  type SegmentsOfQueryVariables,
  TranscriptOfDocument,
} from '../../../support/generated/operations.ts';
import { called } from '../../../support/graph/expected-tool-calls.ts';
import { useConversationGraph } from '../conversation-graph.ts';

const [amy, bo] = [uuid('speaker amy'), uuid('speaker bo')];
const id = uuid('activity Talk');
const silent = uuid('activity Silent');

const spoken = [
  { participant_id: amy, start_ms: 0, end_ms: 1000, text: 'Shall we meet at the Café Zoë?' },
  { participant_id: bo, start_ms: 1000, end_ms: 3000, text: 'The BUDGET is the crux.' },
  { participant_id: amy, start_ms: 2500, end_ms: 4000, text: 'Straße und Übermaß' },
  { participant_id: null, start_ms: 4000, end_ms: 4500, text: 'budgeting, in C++ (50%) \\d' },
  { participant_id: amy, start_ms: 6000, end_ms: null, text: 'हिन्दी की कक्षा, 가격 and Đà Nẵng' },
  { participant_id: bo, start_ms: 6000, end_ms: 9000, text: 'İstanbul, naïve — “no”' },
];

describe('a transcript', () => {
  const graph = useConversationGraph();

  beforeAll(async () => {
    await storeActivities(graph.db, [
      activity('Talk', { participants: [{ id: amy }, { id: bo }], segments: spoken }),
      activity('Silent'),
      activity('Long', {
        segments: Array.from({ length: 1203 }, (_, index) => ({
          start_ms: index * 10,
          end_ms: index * 10 + 9,
          text: `Word ${index}`,
        })),
      }),
    ]);
  });

  it('returns segments, duration, and speakers by speaking time', async () => {
    const { data, toolCalls } = await graph.ask(TranscriptOfDocument, { id });

    expect(toolCalls).toEqual([called('transcript_get')]);
    expect(data.activity?.transcript).toEqual({
      durationMs: 9000,
      activity: { id },
      speakers: [
        { participant: { id: bo }, talkMs: 5000, segmentCount: 2 },
        { participant: { id: amy }, talkMs: 2500, segmentCount: 3 },
      ],
      segments: {
        totalCount: 6,
        nodes: spoken.map((segment, index) => ({
          index,
          startMs: segment.start_ms,
          endMs: segment.end_ms,
          text: segment.text,
          participant: segment.participant_id && { id: segment.participant_id },
          activity: { id },
        })),
      },
    });
  });

  it('is null for an activity without one and for an unknown activity', async () => {
    for (const none of [silent, uuid('unknown activity')]) {
      expect((await graph.ask(TranscriptOfDocument, { id: none })).data).toEqual({ activity: { transcript: null } });
    }
  });

  it('has a null duration without segments', async () => {
    graph.tools.replace('transcript_get', async () => ({ items: [] }));
    const { data } = await graph.ask(TranscriptOfDocument, { id });

    expect(data.activity?.transcript).toEqual({
      durationMs: null,
      activity: { id },
      speakers: [],
      segments: { totalCount: 0, nodes: [] },
    });
  });

  async function segments(variables: Omit<SegmentsOfQueryVariables, 'id'>, of = id) {
    const { data } = await graph.ask(SegmentsOfDocument, { id: of, ...variables });
    if (!data.activity?.transcript) throw new Error('there is no transcript');
    return data.activity.transcript.segments;
  }
  const found = async (variables: Omit<SegmentsOfQueryVariables, 'id'>) =>
    (await segments(variables)).edges.map(({ node }) => node.index);

  it.each([
    ['cafe', [0]],
    ['CAFÉ zoe', [0]],
    ['Cafe\u0301', [0]],
    ['budget', [1, 3]],
    ['ubermaß', [2]],
    ['c++ (50%) \\d', [3]],
    ['की', [4]],
    ['का', []],
    ['가', [4]],
    ['갂', []],
    ['istanbul', [5]],
    ['NAIVE', [5]],
    ['naive - "NO"', [5]],
    ['strasse', [2]],
    ['Da Nang', [4]],
    ['.*', []],
    ['', [0, 1, 2, 3, 4, 5]],
  ])('is searched without regard to case and accents: %s', async (matching, expected) => {
    expect(await found({ matching })).toEqual(expected);
  });

  it('is not searched for texts of more than 1,000 characters', async () => {
    const long = uuid('activity Long');
    expect(await found({ matching: 'x'.repeat(1000) })).toEqual([]);
    // The length of `matching` is checked before `after`, because cursors encode the text.
    const variables = { id: long, after: 'no cursor', matching: 'x'.repeat(1001) };
    const { errors } = await graph.execute(SegmentsOfDocument, variables);
    expect(errors).toMatchObject([
      {
        message: 'matching must be at most 1000 characters.',
        extensions: {
          code: 'BAD_USER_INPUT',
          issues: [{ path: ['matching'], message: 'must be at most 1000 characters' }],
        },
      },
    ]);
  });

  it.each([
    [{ fromMs: 3000 }, [2, 3, 4, 5]],
    [{ fromMs: 2999 }, [1, 2, 3, 4, 5]],
    [{ toMs: 1000 }, [0]],
    [{ toMs: 1001 }, [0, 1]],
    [{ fromMs: 4500, toMs: 6000 }, []],
    [{ fromMs: 6000, toMs: 6001 }, [4, 5]],
    [{ fromMs: 6001 }, [5]],
    [{ speakerId: amy }, [0, 2, 4]],
    [{ speakerId: uuid('unknown speaker') }, []],
    [{ speakerId: amy, fromMs: 1, toMs: 6000, matching: 's' }, [0, 2]],
  ])('is filtered: %o', async (variables, expected) => {
    const page = await segments(variables);

    expect(page.edges.map(({ node }) => node.index)).toEqual(expected);
    expect(page.totalCount).toBe(expected.length);
  });

  it.each([1, 2, 5, 6, 7])('returns each segment once, %i per page', async (first) => {
    const indexes: number[] = [];
    let after: string | null = null;
    for (let turn = 0; ; turn += 1) {
      const page: Awaited<ReturnType<typeof segments>> = await segments({ first, after });
      indexes.push(...page.edges.map(({ node }) => node.index));
      expect(page.totalCount).toBe(6);
      expect(page.pageInfo).toEqual({
        hasPreviousPage: turn > 0,
        hasNextPage: indexes.length < 6,
        startCursor: page.edges[0]?.cursor,
        endCursor: page.edges.at(-1)?.cursor,
      });
      if (!page.pageInfo.hasNextPage) break;
      after = page.pageInfo.endCursor;
    }
    expect(indexes).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('returns 100 segments by default and at most 1000', async () => {
    const long = uuid('activity Long');

    expect((await segments({}, long)).edges).toHaveLength(100);
    const most = await segments({ first: 1000 }, long);
    const rest = await segments({ first: 1000, after: most.pageInfo.endCursor }, long);
    expect([most.edges.length, rest.edges.length, rest.totalCount]).toEqual([1000, 203, 1203]);
    expect(rest.edges[0]?.node.index).toBe(1000);
  });

  it('is loaded once for several filters and pages', async () => {
    const { data, toolCalls } = await graph.ask(SegmentsInManyWaysDocument, { id });

    expect(toolCalls).toEqual([called('transcript_get')]);
    expect(data.activity).toEqual({
      transcript: {
        all: { totalCount: 6 },
        some: { totalCount: 2, nodes: [{ text: 'The BUDGET is the crux.' }] },
        durationMs: 9000,
      },
      again: { segments: { totalCount: 2 } },
    });
  });

  it('rejects cursors of another filter and of another activity', async () => {
    const { pageInfo } = await segments({ first: 1, matching: 'budget' });
    const after = pageInfo.endCursor;
    const results = await Promise.all([
      graph.execute(SegmentsOfDocument, { id, after }),
      graph.execute(SegmentsOfDocument, { id, after, matching: 'Budget' }),
      graph.execute(SegmentsOfDocument, { id: uuid('activity Long'), after, matching: 'budget' }),
    ]);

    expect(results.map(({ data, errors }) => [data, errors.map(({ message }) => message)])).toEqual(
      Array.from({ length: 3 }, () => [
        { activity: { transcript: null } },
        ['after must be a cursor that segments returned for the same arguments.'],
      ]),
    );
  });
});
