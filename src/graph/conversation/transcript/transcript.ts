import type { SegmentRecord } from '../../../tools/conversation/outputs.ts';
import { foldText } from '../../../tools/rules/folded-text.ts';
import { lowerCaseUuid } from '../../../tools/rules/field-rules.ts';
import { builder } from '../../core/builder.ts';
import { toolCalls } from '../../../operation/cost/call-cost.ts';
import { assumedTextLengths } from '../../../operation/cost/list-sizes.ts';
import { oncePer } from '../../core/loader.ts';
import { type ConnectionArguments, connectionPage, connectionType, readFirst } from '../../pagination/connection.ts';
import { cursorCodec, offsetPosition } from '../../pagination/cursor.ts';
import { conversationSource } from '../../../operation/type-source.ts';
import { invalidInput } from '../../core/input.ts';
import { withFallback } from '../../errors/errors.ts';
import { Activity } from '../activity/activity.ts';
import { type ActivityNode, findActivity, scanCalls } from '../activity/activity-loader.ts';
import { outputCost, outputLoaders } from '../activity/activity-outputs.ts';
import { segmentEnd, segmentNode, TranscriptSegment } from './moment.ts';
import { Speaker, speakersOf } from './speaker.ts';
import { isInRange, readTimeRange, type TimeRange, timeRangeArguments } from './time-range.ts';
import { documentsOf } from './transcript-document.ts';
import { TranscriptFormat } from '../vocabulary.ts';

interface TranscriptNode {
  activity: ActivityNode;
  /** All segments of the transcript; the aliases of an operation share this list. */
  segments: readonly SegmentRecord[];
}

const maxSegments = 1000;

const Transcript = builder.objectRef<TranscriptNode>('Transcript').implement({
  description: 'The transcript of an activity, fetched with one call; details of participants can cost further calls.',
  fields: (t) => ({
    activity: t.expose('activity', { type: Activity, nullable: false, description: 'The transcribed activity.' }),
    durationMs: t.int({
      description:
        'Time from the start of the activity to the end of the last segment, in milliseconds; null if there are no segments.',
      resolve: ({ segments }) =>
        segments.length > 0 ? segments.reduce((last, segment) => Math.max(last, segmentEnd(segment)), 0) : null,
    }),
    speakers: t.field({
      type: [Speaker],
      nullable: false,
      description: 'Speakers sorted by speaking time, longest first. Leaves out segments with an unknown speaker.',
      resolve: ({ activity, segments }) => speakersOf(activity, segments),
    }),
    segments: t.field({
      type: connectionType(TranscriptSegment, conversationSource),
      nullable: false,
      description: 'Segments in chronological order. Filtering and paging them costs no extra call.',
      extensions: toolCalls({ maxFirst: maxSegments }),
      args: {
        speakerId: t.arg.id({ description: 'Return only segments spoken by the participant with this ID.' }),
        matching: t.arg.string({
          description:
            'Return only segments that contain this text. Ignores case, accents and the style of quotes and dashes. At most 1,000 characters.',
        }),
        ...timeRangeArguments(t.arg),
        first: t.arg.int({
          defaultValue: 100,
          description: `Maximum number of segments to return, 1 to ${maxSegments}.`,
        }),
        after: t.arg.string({
          description:
            'Return the segments after this cursor, usually the `endCursor` of the previous page. A cursor is only valid for the same activity with the same arguments, except that `first` can differ.',
        }),
      },
      resolve: async (transcript, { first, after, speakerId, ...filter }, context) => {
        await context.operation.turns.takeForList(transcript.segments.length);
        return segmentPage(
          transcript,
          { ...filter, speakerId: speakerId && lowerCaseUuid(speakerId) },
          { first, after },
        );
      },
    }),
    document: t.string({
      nullable: false,
      extensions: toolCalls({ batched: [scanCalls], textLength: assumedTextLengths['Transcript.document'] }),
      description:
        'The whole transcript as a text document. Looking up the names of the speakers runs the scan described at `Query.activity`; unknown names are left out. If the scan fails, the document has no names and an error is added for this field.',
      args: {
        format: t.arg({
          type: TranscriptFormat,
          required: true,
          defaultValue: 'vtt',
          description: 'File format of the document. Defaults to WebVTT.',
        }),
      },
      resolve: async ({ activity, segments }, { format }, context, info) => {
        const isNamed = segments.some(({ participantId }) => participantId !== null);
        const record = isNamed
          ? await withFallback(() => findActivity(activity, context), { fallback: () => null, context, info })
          : null;
        return documentsOf(context)(segments, { record, format });
      },
    }),
  }),
});

interface SegmentFilter extends TimeRange {
  speakerId?: string | null | undefined;
  matching?: string | null | undefined;
}

/** The folded text is cached, because an operation can search the same transcript under 100 aliases. */
const foldedTextOf = oncePer(({ text }: SegmentRecord) => foldText(text));

/** Limited because `matching` is folded again for every transcript of the operation. */
const maxMatchingLength = 1000;

function segmentPage(
  { activity, segments }: TranscriptNode,
  filter: SegmentFilter,
  { first, after }: ConnectionArguments,
) {
  const range = readTimeRange(filter);
  const count = readFirst(first, { defaultCount: 100, max: maxSegments });
  // Check the length before the cursors encode the filter.
  if (filter.matching != null && filter.matching.length > maxMatchingLength) {
    throw invalidInput(['matching'], `must be at most ${maxMatchingLength} characters`);
  }
  const wanted = filter.matching == null ? null : foldText(filter.matching);
  const cursors = cursorCodec({ field: 'segments', arguments: { activityId: activity.id, ...filter } }, offsetPosition);
  const offset = cursors.decode(after) ?? 0;
  const isMatch = (segment: SegmentRecord) =>
    (filter.speakerId == null || segment.participantId === filter.speakerId) &&
    isInRange(segment, range) &&
    (wanted === null || foldedTextOf(segment).includes(wanted));
  // An operation can filter the same transcript under 100 aliases, so create only the nodes of the page.
  const matchingIndexes: number[] = [];
  for (const [index, segment] of segments.entries()) if (isMatch(segment)) matchingIndexes.push(index);
  return connectionPage({
    edges: matchingIndexes.slice(offset, offset + count).flatMap((index, place) => {
      const segment = segments[index];
      const cursor = cursors.encode(offset + place + 1);
      return segment ? { cursor, node: segmentNode(segment, { index, activity }) } : [];
    }),
    hasPreviousPage: offset > 0,
    hasNextPage: offset + count < matchingIndexes.length,
    totalCount: matchingIndexes.length,
  });
}

builder.objectField(Activity, 'transcript', (t) =>
  t.field({
    type: Transcript,
    extensions: toolCalls({ perObject: ['transcript_get'] }),
    description: `Transcript of the conversation; null if there is none. ${outputCost('transcript_get')}`,
    resolve: async (activity, _, context) => {
      const segments = await outputLoaders(context).segments.load(activity);
      return segments && { activity, segments };
    },
  }),
);
