import type { QuestionRecord, SegmentRecord, TopicMatchRecord } from '../../../tools/conversation/outputs.ts';
import { builder } from '../../core/builder.ts';
import { toolCalls } from '../../../operation/cost/call-cost.ts';
import { Activity } from '../activity/activity.ts';
import type { ActivityNode } from '../activity/activity-loader.ts';
import { notAnalysed, outputCost, outputLoaders } from '../activity/activity-outputs.ts';
import { nodesLoader } from '../activity/output-nodes.ts';
import { participantField } from '../activity/participant.ts';

export type MomentName = 'TranscriptSegment' | 'Question' | 'TopicMatch' | 'CommentMoment' | 'ActionItemMoment';

export interface MomentRecord {
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

const spokenEnd = 'End in milliseconds, counted from the start of the activity; null if unknown.';

export const Moment = builder.interfaceRef<MomentRecord>('Moment').implement({
  description:
    'Something at a known time in an activity: a transcript segment, a question, a topic match, a comment or an action item.',
  resolveType: ({ kind }) => kind,
  fields: (t) => ({
    startMs: t.exposeInt('startMs', {
      nullable: false,
      description: 'Start in milliseconds, counted from the start of the activity.',
    }),
    endMs: t.exposeInt('endMs', {
      description:
        'End of the moment, in milliseconds from the start of the activity; null if unknown, and for comments and action items.',
    }),
    participant: t.field(
      participantField(
        'The participant who said or wrote the text, or who is responsible for an action item; null if unknown.',
        'participantId',
      ),
    ),
    text: t.exposeString('text', { nullable: false, description: 'What was said or written.' }),
    activity: t.expose('activity', {
      type: Activity,
      nullable: false,
      description: 'The activity that the moment belongs to.',
    }),
  }),
});

export const TranscriptSegment = builder.objectRef<SegmentNode>('TranscriptSegment').implement({
  description: 'A passage of a transcript spoken by one participant.',
  interfaces: [Moment],
  fields: (t) => ({
    endMs: t.exposeInt('endMs', { description: spokenEnd }),
    participant: t.field(participantField('The participant who spoke the segment; null if unknown.', 'participantId')),
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
    endMs: t.exposeInt('endMs', { description: spokenEnd }),
    participant: t.field(participantField('The participant who asked the question; null if unknown.', 'participantId')),
    isEngaging: t.boolean({
      nullable: false,
      description:
        'Whether the question drew a long answer. In the built-in analysis, a long answer has at least 15 words and at least 1.25 times the words of the average reply in the conversation. False if the service does not report it.',
      resolve: ({ isEngaging }) => isEngaging ?? false,
    }),
    isInsightful: t.boolean({
      nullable: false,
      description:
        'Whether the question was an open question (how, why, what) about the situation of the other party. The built-in analysis detects insightful questions in English only. False if the service does not report it.',
      resolve: ({ isInsightful }) => isInsightful ?? false,
    }),
  }),
});

const TopicMatch = builder.objectRef<TopicMatchNode>('TopicMatch').implement({
  description: 'A passage that mentions a topic trigger; `text` is an excerpt around the trigger.',
  interfaces: [Moment],
  fields: (t) => ({
    endMs: t.exposeInt('endMs', { description: spokenEnd }),
    participant: t.field(participantField('The participant who spoke the passage; null if unknown.', 'participantId')),
    theme: t.exposeString('theme', { nullable: false, description: 'Name of the theme that the topic belongs to.' }),
    topic: t.exposeString('topic', { nullable: false, description: 'Name of the topic that the trigger belongs to.' }),
    trigger: t.exposeString('trigger', {
      nullable: false,
      description: 'Keyword or phrase of the trigger, as defined in `TopicTrigger.keyword`.',
    }),
  }),
});

export const segmentNode = (segment: SegmentRecord, place: Pick<SegmentNode, 'index' | 'activity'>): SegmentNode => ({
  ...segment,
  kind: 'TranscriptSegment',
  ...place,
});

/** A segment with an unknown end counts as having no duration. */
export const segmentEnd = ({ startMs, endMs }: SegmentRecord) => endMs ?? startMs;

export const loadQuestions = nodesLoader(
  (activity, context) => outputLoaders(context).questions.load(activity),
  (questions: readonly QuestionRecord[], activity) =>
    questions.map((question): QuestionNode => ({ ...question, kind: 'Question', activity })),
);
export const loadTopicMatches = nodesLoader(
  (activity, context) => outputLoaders(context).topicMatches.load(activity),
  (matches: readonly TopicMatchRecord[], activity) =>
    matches.map((match): TopicMatchNode => ({ ...match, kind: 'TopicMatch', activity })),
);

builder.objectFields(Activity, (t) => ({
  questions: t.field({
    type: [Question],
    extensions: toolCalls({ perObject: ['questions_get'] }),
    description: `Questions in the order in which they were asked; empty if the analysis found none. ${notAnalysed} ${outputCost('questions_get')}`,
    args: {
      engaging: t.arg.boolean({
        description: 'Return only questions with this value of `isEngaging`. Omit it to return all questions.',
      }),
      insightful: t.arg.boolean({
        description: 'Return only questions with this value of `isInsightful`. Omit it to return all questions.',
      }),
    },
    resolve: async (activity, { engaging, insightful }, context) => {
      const questions = await loadQuestions(activity, context);
      if (!questions) return null;
      await context.operation.turns.takeForList(questions.length);
      const isMatch = (question: QuestionNode) =>
        matchesFlag(question.isEngaging, engaging) && matchesFlag(question.isInsightful, insightful);
      return questions.filter(isMatch);
    },
  }),
  topicMatches: t.field({
    type: [TopicMatch],
    extensions: toolCalls({ perObject: ['topic_triggers_matched_get'] }),
    description: `Passages that mention a topic trigger, in chronological order; empty if there are none. ${notAnalysed} ${outputCost('topic_triggers_matched_get')}`,
    resolve: (activity, _, context) => loadTopicMatches(activity, context),
  }),
}));

const matchesFlag = (flag: boolean | null, wanted: boolean | null | undefined) =>
  wanted == null || wanted === (flag ?? false);
