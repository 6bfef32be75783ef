import type { ActivityRecord } from '../../../connector/conversation/records.ts';
import { foldText } from '../../../tools/folded-text.ts';
import { builder } from '../../core/builder.ts';
import { toolCalls } from '../../cost/call-cost.ts';
import { idOnly } from '../../core/selection.ts';
import { connectionType } from '../../pagination/connection.ts';
import { cursorsOf, offsetPosition } from '../../pagination/cursor.ts';
import { ofConversation } from '../../core/ownership.ts';
import { orFallback } from '../../errors/partial-answer.ts';
import { type ConnectionArguments, connectionRecord, readCount } from '../../pagination/pagination.ts';
import { Activity } from '../activity/activity.ts';
import { type ActivityNode, findActivity, scanCalls } from '../activity/activity-scan.ts';
import { checkStretch, loadSegments, overlaps, type SegmentNode, TranscriptSegment } from './moment.ts';
import { Participant, participantEdge, participantOf, unknownParticipant } from '../activity/participant.ts';
import { writeTranscript } from './transcript-document.ts';
import { TranscriptFormat } from '../vocabulary.ts';

interface TranscriptNode {
  activity: ActivityNode;
  segments: SegmentNode[];
}

interface SpeakerNode {
  activity: ActivityNode;
  participantId: string;
  talkMs: number;
  segmentCount: number;
}

const Speaker = builder.objectRef<SpeakerNode>('Speaker').implement({
  description: 'How much somebody spoke.',
  fields: (t) => ({
    participant: t.field({
      type: Participant,
      nullable: false,
      extensions: toolCalls({ shared: [{ ...scanCalls, beyond: idOnly }] }),
      description:
        'Who. Further fields than id need the activity found; of an activity that is not within the horizon no more is known. When reading the activity fails: the id alone, with an error at this field.',
      resolve: (speaker, _, context, info) => {
        const fallback = () => unknownParticipant(speaker.participantId);
        return orFallback(async () => (await participantEdge(speaker, context, info)) ?? fallback(), {
          fallback,
          context,
          info,
        });
      },
    }),
    talkMs: t.exposeInt('talkMs', { nullable: false, description: 'For how long, in milliseconds.' }),
    segmentCount: t.exposeInt('segmentCount', { nullable: false, description: 'In how many segments.' }),
  }),
});

const largestPage = 1000;

const Transcript = builder.objectRef<TranscriptNode>('Transcript').implement({
  description: 'What was said in an activity.',
  fields: (t) => ({
    activity: t.expose('activity', { type: Activity, nullable: false, description: 'Of what.' }),
    durationMs: t.int({
      description: 'From the begin to the end of the last segment, in milliseconds; null when nothing was said.',
      resolve: ({ segments }) =>
        segments.length > 0 ? segments.reduce((last, segment) => Math.max(last, endOf(segment)), 0) : null,
    }),
    speakers: t.field({
      type: [Speaker],
      nullable: false,
      description: 'Who spoke, the longest first. Segments without a known speaker are left out.',
      resolve: ({ activity, segments }) => speakersOf(activity, segments),
    }),
    segments: t.field({
      type: connectionType('TranscriptSegment', TranscriptSegment, ofConversation),
      nullable: false,
      description: 'What was said, in order. Cut, searched and paged here: no further call.',
      listSize: { slicingArguments: ['first'], sizedFields: ['edges', 'nodes'], requireOneSlicingArgument: false },
      args: {
        speakerId: t.arg.id({ description: 'Only of this participant.' }),
        matching: t.arg.string({
          description:
            'Only segments that contain this text. Case, accents and the form of quotes and dashes do not matter.',
        }),
        fromMs: t.arg.int({ description: 'Only what reaches past this, in milliseconds since the begin.' }),
        toMs: t.arg.int({ description: 'Only what begins before this, in milliseconds since the begin.' }),
        first: t.arg.int({ defaultValue: 100, description: `How many, 1 to ${largestPage}.` }),
        after: t.arg.string({
          description: 'Go on behind this cursor, which the same field gave for the same arguments.',
        }),
      },
      resolve: ({ activity, segments }, { first, after, ...filter }) =>
        segmentPage({ activityId: activity.id, segments }, filter, { first, after }),
    }),
    document: t.string({
      nullable: false,
      extensions: toolCalls({ shared: [scanCalls] }),
      description:
        'The whole transcript as a document. Names of speakers need the activity found; without it, or a name, it tells none. When reading the activity fails: without names, with an error at this field.',
      args: {
        format: t.arg({
          type: TranscriptFormat,
          required: true,
          defaultValue: 'vtt',
          description: 'How it is written.',
        }),
      },
      resolve: async ({ activity, segments }, { format }, context, info) => {
        const isNamed = segments.some(({ participantId }) => participantId !== null);
        const record = isNamed
          ? await orFallback(() => findActivity(activity, context), { fallback: () => null, context, info })
          : null;
        return writeTranscript(withSpeakerNames(segments, record), format);
      },
    }),
  }),
});

function speakersOf(activity: ActivityNode, segments: SegmentNode[]): SpeakerNode[] {
  const speakers = new Map<string, SpeakerNode>();
  for (const segment of segments) {
    const { participantId } = segment;
    if (participantId === null) continue;
    const { talkMs, segmentCount } = speakers.get(participantId) ?? { talkMs: 0, segmentCount: 0 };
    speakers.set(participantId, {
      activity,
      participantId,
      talkMs: talkMs + endOf(segment) - segment.startMs,
      segmentCount: segmentCount + 1,
    });
  }
  return [...speakers.values()].toSorted((a, b) => b.talkMs - a.talkMs);
}

/** A segment whose end is not known has no length. */
const endOf = ({ startMs, endMs }: SegmentNode) => endMs ?? startMs;

interface SegmentFilter {
  speakerId?: string | null | undefined;
  matching?: string | null | undefined;
  fromMs?: number | null | undefined;
  toMs?: number | null | undefined;
}

function segmentPage(
  { activityId, segments }: { activityId: string; segments: SegmentNode[] },
  filter: SegmentFilter,
  { first, after }: ConnectionArguments,
) {
  const stretch = checkStretch(filter.fromMs, filter.toMs);
  const count = readCount(first, { byDefault: 100, most: largestPage });
  const cursors = cursorsOf({ field: 'segments', arguments: { activityId, ...filter } }, offsetPosition);
  const offset = cursors.positionOf(after) ?? 0;
  const wanted = filter.matching == null ? null : foldText(filter.matching);
  const matching = segments.filter(
    (segment) =>
      (filter.speakerId == null || segment.participantId === filter.speakerId) &&
      overlaps(segment, stretch) &&
      (wanted === null || foldText(segment.text).includes(wanted)),
  );
  return connectionRecord({
    edges: matching
      .slice(offset, offset + count)
      .map((node, index) => ({ cursor: cursors.at(offset + index + 1), node })),
    hasPreviousPage: offset > 0,
    hasNextPage: offset + count < matching.length,
    totalCount: matching.length,
  });
}

const withSpeakerNames = (segments: SegmentNode[], activity: ActivityRecord | null) =>
  segments.map((segment) => ({
    startMs: segment.startMs,
    endMs: segment.endMs,
    text: segment.text,
    speaker: segment.participantId === null ? null : participantOf(activity, segment.participantId).name,
  }));

builder.objectField(Activity, 'transcript', (t) =>
  t.field({
    type: Transcript,
    extensions: toolCalls({ each: ['transcript_get'] }),
    description: 'What was said; null when there is no transcript. One transcript_get an activity.',
    resolve: async (activity, _, context) => {
      const segments = await loadSegments(activity, context);
      return segments && { activity, segments };
    },
  }),
);
