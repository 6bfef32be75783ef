import type { QuestionRecord, SegmentRecord, TopicMatchRecord } from '../../../tools/conversation/outputs.ts';
import { builder } from '../../core/builder.ts';
import { toolCalls } from '../../../operation/cost/call-cost.ts';
import { assumedSizes } from '../../../operation/cost/list-sizes.ts';
import type { GraphContext } from '../../core/context.ts';
import { Activity } from '../activity/activity.ts';
import { perOperation } from '../../core/loader.ts';
import type { ActivityNode } from '../activity/activity-loader.ts';
import { notAnalysed, outputLoaders } from '../activity/activity-outputs.ts';
import { turnForList } from '../../../operation/execution/result-limit.ts';
import { participantField } from '../activity/participant.ts';
import { MomentKind } from '../vocabulary.ts';
import { isInRange, readTimeRange, timeRangeArguments } from './time-range.ts';

type MomentName = 'TranscriptSegment' | 'Question' | 'TopicMatch';

interface MomentRecord {
  kind: MomentName;
  activity: ActivityNode;
  participantId: string | null;
  startMs: number;
  endMs: number | null;
  text: string;
}

type SegmentNode = MomentRecord & SegmentRecord & { index: number };
type QuestionNode = MomentRecord & QuestionRecord;
type TopicMatchNode = MomentRecord & TopicMatchRecord;

const Moment = builder.interfaceRef<MomentRecord>('Moment').implement({
  description:
    'Something that was said at a known time in an activity: a transcript segment, a question or a topic match.',
  resolveType: ({ kind }) => kind,
  fields: (t) => ({
    startMs: t.exposeInt('startMs', {
      nullable: false,
      description: 'Start of the moment, in milliseconds from the start of the activity.',
    }),
    endMs: t.exposeInt('endMs', {
      description: 'End of the moment, in milliseconds from the start of the activity; null if unknown.',
    }),
    participant: t.field(participantField('The participant who spoke; null if unknown.', 'participantId')),
    text: t.exposeString('text', { nullable: false, description: 'What was said, as text.' }),
    activity: t.expose('activity', {
      type: Activity,
      nullable: false,
      description: 'The activity that the moment is part of.',
    }),
  }),
});

export const TranscriptSegment = builder.objectRef<SegmentNode>('TranscriptSegment').implement({
  description: 'A passage of a transcript spoken by one participant.',
  interfaces: [Moment],
  fields: (t) => ({
    index: t.exposeInt('index', {
      nullable: false,
      description: 'Position of the segment in the transcript, counted from 0.',
    }),
  }),
});

const Question = builder.objectRef<QuestionNode>('Question').implement({
  description: 'A question that a participant asked.',
  interfaces: [Moment],
  fields: (t) => ({
    isEngaging: t.boolean({
      nullable: false,
      description:
        'Whether the question drew a long answer. For the embedded analysis, the other participants must say at least 15 words, and at least 1.25 times as many as they do after an average turn. False if the service does not report it.',
      resolve: ({ isEngaging }) => isEngaging ?? false,
    }),
    isInsightful: t.boolean({
      nullable: false,
      description:
        'Whether the question was an open one (how, why, what) about the situation of the other party. The embedded analysis detects insightful questions in English only. False if the service does not report it.',
      resolve: ({ isInsightful }) => isInsightful ?? false,
    }),
  }),
});

const TopicMatch = builder.objectRef<TopicMatchNode>('TopicMatch').implement({
  description: 'A passage that mentions a topic trigger; `text` is an excerpt around it.',
  interfaces: [Moment],
  fields: (t) => ({
    theme: t.exposeString('theme', { nullable: false, description: 'Name of the theme that the topic belongs to.' }),
    topic: t.exposeString('topic', { nullable: false, description: 'Name of the topic that the trigger belongs to.' }),
    trigger: t.exposeString('trigger', {
      nullable: false,
      description: 'Keyword or phrase of the trigger, as defined in `TopicTrigger.keyword`.',
    }),
  }),
});

interface Place {
  index: number;
  activity: ActivityNode;
}

export const segmentNode = (segment: SegmentRecord, place: Place): SegmentNode => ({
  ...segment,
  kind: 'TranscriptSegment',
  ...place,
});

type OutputLoaders = ReturnType<typeof outputLoaders>;

/** Creates nodes once per operation, which can list an output under 200 aliases. Null if there is no output. */
function nodesLoader<Item extends object, Node>(
  loadItems: (loaders: OutputLoaders, id: string) => Promise<readonly Item[] | null | undefined>,
  create: (item: Item, place: Place) => Node,
) {
  // Nodes without the record of the activity load it when a field needs it.
  const createdNodes = perOperation(() => ({
    withRecord: new WeakMap<readonly Item[], Node[]>(),
    withoutRecord: new WeakMap<readonly Item[], Node[]>(),
  }));
  return async (activity: ActivityNode, context: GraphContext): Promise<Node[] | null> => {
    const items = await loadItems(outputLoaders(context), activity.id);
    if (!items) return null;
    const { withRecord, withoutRecord } = createdNodes(context);
    const created = activity.record ? withRecord : withoutRecord;
    const nodes = created.get(items) ?? items.map((item, index) => create(item, { index, activity }));
    created.set(items, nodes);
    return nodes;
  };
}

const loadSegments = nodesLoader(async ({ transcript }, id) => (await transcript.load(id))?.items, segmentNode);
const loadQuestions = nodesLoader(
  async ({ questions }, id) => (await questions.load(id))?.items,
  (question: QuestionRecord, { activity }): QuestionNode => ({ ...question, kind: 'Question', activity }),
);
const loadTopicMatches = nodesLoader(
  async ({ topicMatches }, id) => (await topicMatches.load(id))?.items,
  (match: TopicMatchRecord, { activity }): TopicMatchNode => ({ ...match, kind: 'TopicMatch', activity }),
);

const sources = {
  TranscriptSegment: { tool: 'transcript_get', load: loadSegments },
  Question: { tool: 'questions_get', load: loadQuestions },
  TopicMatch: { tool: 'topic_triggers_matched_get', load: loadTopicMatches },
} as const;

const { 'Activity.questions': questionCount, 'Activity.topicMatches': matchCount } = assumedSizes;

const momentSizes = {
  TranscriptSegment: assumedSizes['Activity.moments'] - questionCount - matchCount,
  Question: questionCount,
  TopicMatch: matchCount,
} as const;

/** Moments that start at the same time are returned in this order. */
const allKinds: MomentName[] = ['TranscriptSegment', 'Question', 'TopicMatch'];

builder.objectFields(Activity, (t) => ({
  questions: t.field({
    type: [Question],
    extensions: toolCalls({ perObject: [sources.Question.tool] }),
    description: `Questions in the order in which they were asked; empty if the analysis found none. ${notAnalysed} Costs one \`questions_get\` call per activity.`,
    args: {
      engaging: t.arg.boolean({
        description: 'Return only questions with this value of `isEngaging`. Omit it to return all.',
      }),
      insightful: t.arg.boolean({
        description: 'Return only questions with this value of `isInsightful`. Omit it to return all.',
      }),
    },
    resolve: async (activity, { engaging, insightful }, context) => {
      const questions = await loadQuestions(activity, context);
      if (!questions) return null;
      await turnForList(questions.length, context);
      const isMatch = (question: QuestionNode) =>
        matchesFlag(question.isEngaging, engaging) && matchesFlag(question.isInsightful, insightful);
      return questions.filter(isMatch);
    },
  }),
  topicMatches: t.field({
    type: [TopicMatch],
    extensions: toolCalls({ perObject: [sources.TopicMatch.tool] }),
    description: `Passages that mention a topic trigger, in chronological order; empty if there are none. ${notAnalysed} Costs one \`topic_triggers_matched_get\` call per activity.`,
    resolve: (activity, _, context) => loadTopicMatches(activity, context),
  }),
  moments: t.field({
    type: [Moment],
    extensions: toolCalls({
      perObject: allKinds.map((kind) => sources[kind].tool),
      isSelected: (tool, { kinds: wanted }) =>
        !Array.isArray(wanted) || allKinds.some((kind) => sources[kind].tool === tool && wanted.includes(kind)),
      listLength: ({ kinds: wanted }) =>
        allKinds
          .filter((kind) => !Array.isArray(wanted) || wanted.includes(kind))
          .reduce((length, kind) => length + momentSizes[kind], 0),
    }),
    description:
      'Transcript segments, questions and topic matches as one timeline, ordered by `startMs`; at equal times, segments come before questions and questions before topic matches. Kinds that are not available are left out; null if none of the requested kinds is available, for example because the activity does not exist. Costs one call per kind and activity: `transcript_get`, `questions_get` and `topic_triggers_matched_get`.',
    args: {
      kinds: t.arg({ type: [MomentKind], description: 'Kinds of moments to return. Omit it to return all.' }),
      ...timeRangeArguments(t.arg),
    },
    resolve: async (activity, args, context) => {
      const range = readTimeRange(args);
      const outputs = await loadMoments(activity, args.kinds ?? allKinds, context);
      if (!outputs) return null;
      await turnForList(
        outputs.reduce((sum, { length }) => sum + length, 0),
        context,
      );
      const moments = outputs.flatMap((each) => each.filter((moment) => isInRange(moment, range)));
      return moments.toSorted((a, b) => a.startMs - b.startMs);
    },
  }),
}));

const matchesFlag = (flag: boolean | null, wanted: boolean | null | undefined) =>
  wanted == null || wanted === (flag ?? false);

/** Returns null if none of the wanted kinds is available. */
async function loadMoments(activity: ActivityNode, wanted: readonly MomentName[], context: GraphContext) {
  const outputs: (MomentRecord[] | null)[] = await Promise.all(
    allKinds.filter((kind) => wanted.includes(kind)).map((kind) => sources[kind].load(activity, context)),
  );
  const isUnavailable = outputs.length > 0 && outputs.every((moments) => moments === null);
  return isUnavailable ? null : outputs.map((moments) => moments ?? []);
}
