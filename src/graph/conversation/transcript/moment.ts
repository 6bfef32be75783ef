import type { QuestionRecord, SegmentRecord, TopicMatchRecord } from '../../../connector/conversation/records.ts';
import { builder } from '../../core/builder.ts';
import { idOnly } from '../../core/selection.ts';
import { toolCalls } from '../../cost/call-cost.ts';
import type { GraphContext } from '../../core/context.ts';
import { InvalidInputError } from '../../errors/errors.ts';
import { Activity } from '../activity/activity.ts';
import { type ActivityNode, scanCalls } from '../activity/activity-scan.ts';
import { outputLoaders } from '../activity/activity-outputs.ts';
import { Participant, participantEdge } from '../activity/participant.ts';
import { MomentKind } from '../vocabulary.ts';

type MomentName = 'TranscriptSegment' | 'Question' | 'TopicMatch';

interface MomentRecord {
  kind: MomentName;
  activity: ActivityNode;
  participantId: string | null;
  startMs: number;
  endMs: number | null;
  text: string;
}

export type SegmentNode = MomentRecord & SegmentRecord & { index: number };
type QuestionNode = MomentRecord & QuestionRecord;
type TopicMatchNode = MomentRecord & TopicMatchRecord;

const Moment = builder.interfaceRef<MomentRecord>('Moment').implement({
  description: 'Something at its time in an activity.',
  resolveType: ({ kind }) => kind,
  fields: (t) => ({
    startMs: t.exposeInt('startMs', {
      nullable: false,
      description: 'Begin, in milliseconds since the begin of the activity.',
    }),
    endMs: t.exposeInt('endMs', {
      description: 'End, in milliseconds since the begin of the activity; null when not known.',
    }),
    participant: t.field({
      type: Participant,
      extensions: toolCalls({ shared: [{ ...scanCalls, beyond: idOnly }] }),
      description:
        'Who spoke; null when not known. Further fields than id need the activity found; of an activity that is not within the horizon no more is known.',
      resolve: (moment, _, context, info) => participantEdge(moment, context, info),
    }),
    text: t.exposeString('text', { nullable: false, description: 'What was said.' }),
    activity: t.expose('activity', { type: Activity, nullable: false, description: 'Where it was said.' }),
  }),
});

export const TranscriptSegment = builder.objectRef<SegmentNode>('TranscriptSegment').implement({
  description: 'A stretch of speech of one speaker.',
  interfaces: [Moment],
  fields: (t) => ({
    index: t.exposeInt('index', { nullable: false, description: 'Its place in the transcript, from 0.' }),
  }),
});

const Question = builder.objectRef<QuestionNode>('Question').implement({
  description: 'A question that was asked.',
  interfaces: [Moment],
  fields: (t) => ({
    isEngaging: t.boolean({
      nullable: false,
      description:
        'Whether it drew a substantial answer relative to this conversation: others said at least 1.25 times as much as after an average turn. False when the service does not say.',
      resolve: ({ isEngaging }) => isEngaging ?? false,
    }),
    isInsightful: t.boolean({
      nullable: false,
      description:
        'Whether it was an open question (how, why, what) about the situation of the other side; the embedded analysis finds them in English alone. False when the service does not say.',
      resolve: ({ isInsightful }) => isInsightful ?? false,
    }),
  }),
});

const TopicMatch = builder.objectRef<TopicMatchNode>('TopicMatch').implement({
  description: 'A place where a topic trigger was spoken of; text is the excerpt.',
  interfaces: [Moment],
  fields: (t) => ({
    theme: t.exposeString('theme', { nullable: false, description: 'Theme of the topic.' }),
    topic: t.exposeString('topic', { nullable: false, description: 'Topic.' }),
    trigger: t.exposeString('trigger', { nullable: false, description: 'The keyword or phrase that was matched.' }),
  }),
});

export async function loadSegments(activity: ActivityNode, context: GraphContext): Promise<SegmentNode[] | null> {
  const answer = await outputLoaders(context).transcript.load(activity.id);
  return answer && answer.items.map((item, index) => ({ ...item, kind: 'TranscriptSegment', index, activity }));
}

async function loadQuestions(activity: ActivityNode, context: GraphContext): Promise<QuestionNode[] | null> {
  const answer = await outputLoaders(context).questions.load(activity.id);
  return answer?.items?.map((item) => ({ ...item, kind: 'Question', activity })) ?? null;
}

async function loadTopicMatches(activity: ActivityNode, context: GraphContext): Promise<TopicMatchNode[] | null> {
  const answer = await outputLoaders(context).topicMatches.load(activity.id);
  return answer?.items?.map((item) => ({ ...item, kind: 'TopicMatch', activity })) ?? null;
}

const loadByKind = { TranscriptSegment: loadSegments, Question: loadQuestions, TopicMatch: loadTopicMatches };

const toolOf = {
  TranscriptSegment: 'transcript_get',
  Question: 'questions_get',
  TopicMatch: 'topic_triggers_matched_get',
} as const satisfies Record<MomentName, string>;

const allKinds: MomentName[] = ['TranscriptSegment', 'Question', 'TopicMatch'];

/** What overlaps the stretch; an open end reaches to the end of the activity. */
export function overlaps(
  { startMs, endMs }: { startMs: number; endMs: number | null },
  { fromMs, toMs }: { fromMs: number | null; toMs: number | null },
): boolean {
  const reachesPast = fromMs === null || startMs >= fromMs || (endMs !== null && endMs > fromMs);
  return reachesPast && (toMs === null || startMs < toMs);
}

/** @throws InvalidInputError naming the end at fault */
export function checkStretch(fromMs: number | null | undefined, toMs: number | null | undefined) {
  for (const [name, value] of [
    ['fromMs', fromMs],
    ['toMs', toMs],
  ] as const) {
    if (value != null && value < 0)
      throw new InvalidInputError([{ path: [name], message: `must not be negative; it is ${value}` }]);
  }
  if (fromMs != null && toMs != null && fromMs >= toMs) {
    throw new InvalidInputError([{ path: ['fromMs'], message: 'must be before toMs' }]);
  }
  return { fromMs: fromMs ?? null, toMs: toMs ?? null };
}

const stretchArguments = {
  fromMs: 'Only what reaches past this, in milliseconds since the begin.',
  toMs: 'Only what begins before this, in milliseconds since the begin.',
};

builder.objectFields(Activity, (t) => ({
  questions: t.field({
    type: [Question],
    extensions: toolCalls({ each: [toolOf.Question] }),
    description:
      'The questions asked, in order; empty when none was asked, null when the activity was not analysed, as its upload skips that or is still being processed, or when there is no such activity. One questions_get an activity.',
    args: {
      engaging: t.arg.boolean({ description: 'Only those that did, or did not, draw a substantial answer.' }),
      insightful: t.arg.boolean({
        description: 'Only those that are, or are not, open questions about the other side.',
      }),
    },
    resolve: async (activity, { engaging, insightful }, context) => {
      const questions = await loadQuestions(activity, context);
      return (
        questions &&
        questions.filter(
          ({ isEngaging, isInsightful }) =>
            (engaging == null || (isEngaging ?? false) === engaging) &&
            (insightful == null || (isInsightful ?? false) === insightful),
        )
      );
    },
  }),
  topicMatches: t.field({
    type: [TopicMatch],
    extensions: toolCalls({ each: [toolOf.TopicMatch] }),
    description:
      'Where topic triggers were spoken of, in order; empty when none was, null when the activity was not analysed, as its upload skips that or is still being processed, or when there is no such activity. One topic_triggers_matched_get an activity.',
    resolve: (activity, _, context) => loadTopicMatches(activity, context),
  }),
  moments: t.field({
    type: [Moment],
    extensions: toolCalls({
      each: Object.values(toolOf),
      isAsked: (tool, { kinds }) =>
        !Array.isArray(kinds) || allKinds.some((kind) => toolOf[kind] === tool && kinds.includes(kind)),
    }),
    description:
      'One timeline over what was said, asked and touched, ordered by begin; at the same time first what was said, then questions, then topics. Null when there is no such activity, or no transcript and nothing else is asked for. One call a kind.',
    args: {
      kinds: t.arg({ type: [MomentKind], description: 'Which kinds; omit for all.' }),
      fromMs: t.arg.int({ description: stretchArguments.fromMs }),
      toMs: t.arg.int({ description: stretchArguments.toMs }),
    },
    resolve: async (activity, args, context) => {
      const stretch = checkStretch(args.fromMs, args.toMs);
      const kinds = allKinds.filter((kind) => !args.kinds || args.kinds.includes(kind));
      const found: (MomentRecord[] | null)[] = await Promise.all(
        kinds.map((kind) => loadByKind[kind](activity, context)),
      );
      if (kinds.length > 0 && found.every((moments) => moments === null)) return null;
      return found
        .flatMap((moments) => moments ?? [])
        .filter((moment) => overlaps(moment, stretch))
        .toSorted((a, b) => a.startMs - b.startMs);
    },
  }),
}));
