import { toolCalls } from '../../../operation/cost/call-cost.ts';
import { assumedSizes } from '../../../operation/cost/list-sizes.ts';
import type { CommentRecord } from '../../../tools/conversation/team.ts';
import { builder } from '../../core/builder.ts';
import type { GraphContext } from '../../core/context.ts';
import { ActionItem, type ActionItemNode, loadActionItems } from '../activity/action-item.ts';
import { Activity } from '../activity/activity.ts';
import { type ActivityNode, findActivity, scanCalls } from '../activity/activity-loader.ts';
import { outputLoaders } from '../activity/activity-outputs.ts';
import { nodesLoader } from '../activity/output-nodes.ts';
import { Participant, participantField, participantsOf } from '../activity/participant.ts';
import { Comment, loadComments } from '../team/comment.ts';
import { MomentKind } from '../vocabulary.ts';
import { loadQuestions, loadTopicMatches, Moment, type MomentName, type MomentRecord, segmentNode } from './moment.ts';
import { isInRange, readTimeRange, timeRangeArguments } from './time-range.ts';

type CommentMomentNode = MomentRecord & { comment: CommentRecord };
type ActionItemMomentNode = MomentRecord & { actionItem: ActionItemNode };

builder.objectType(builder.objectRef<CommentMomentNode>('CommentMoment'), {
  description:
    'A team comment that refers to a time in the activity. `text` is the text of the comment, and `endMs` is null.',
  interfaces: [Moment],
  fields: (t) => ({
    endMs: t.exposeInt('endMs', { description: 'Always null: a comment refers to a single time.' }),
    participant: t.field({
      type: Participant,
      extensions: toolCalls({ batched: [scanCalls] }),
      description:
        'The participant who wrote the comment; null if its author is unknown or did not take part. Runs the scan described at `Query.activity`; null if the activity is older than `ACTIVITY_HORIZON_DAYS` (730 by default).',
      resolve: async ({ activity, comment: { userId } }, _, context) => {
        if (userId === null) return null;
        const record = await findActivity(activity, context);
        return (record && participantsOf(record).find((participant) => participant.userId === userId)) ?? null;
      },
    }),
    comment: t.expose('comment', {
      type: Comment,
      nullable: false,
      description: 'The comment that refers to this time.',
    }),
  }),
});

builder.objectType(builder.objectRef<ActionItemMomentNode>('ActionItemMoment'), {
  description:
    'An action item at the time at which it was mentioned. `text` is the text of the action item, `participant` its assignee, and `endMs` is null.',
  interfaces: [Moment],
  fields: (t) => ({
    endMs: t.exposeInt('endMs', { description: 'Always null: only the start of an action item is known.' }),
    participant: t.field(
      participantField('The participant who is responsible for the task; null if none was named.', 'participantId'),
    ),
    actionItem: t.expose('actionItem', {
      type: ActionItem,
      nullable: false,
      description: 'The action item that was mentioned at this time.',
    }),
  }),
});

const loadCommentMoments = nodesLoader(loadComments, (comments, activity) =>
  comments.flatMap((comment): CommentMomentNode[] => {
    const { atMs: startMs, text } = comment;
    if (startMs === null || text === null || text.trim() === '') return [];
    return [{ kind: 'CommentMoment', activity, participantId: null, startMs, endMs: null, text, comment }];
  }),
);

const loadActionItemMoments = nodesLoader(loadActionItems, (items, activity) =>
  items.flatMap((actionItem): ActionItemMomentNode[] => {
    const { startMs, text, assigneeId: participantId } = actionItem;
    if (startMs === null || text.trim() === '') return [];
    return [{ kind: 'ActionItemMoment', activity, participantId, startMs, endMs: null, text, actionItem }];
  }),
);

const {
  'Activity.moments': momentCount,
  'Activity.questions': questionCount,
  'Activity.topicMatches': matchCount,
  'Activity.comments': commentCount,
  'Activity.actionItems': actionItemCount,
} = assumedSizes;

/** Tool and loader of each kind of moment; `size` is the assumed number of moments. */
const sources = {
  TranscriptSegment: {
    tool: 'transcript_get',
    load: nodesLoader(
      (activity, context) => outputLoaders(context).segments.load(activity),
      (segments, activity) => segments.map((segment, index) => segmentNode(segment, { index, activity })),
    ),
    // The assumed size of `moments` counts all default kinds.
    size: momentCount - questionCount - matchCount,
  },
  Question: { tool: 'questions_get', load: loadQuestions, size: questionCount },
  TopicMatch: { tool: 'topic_triggers_matched_get', load: loadTopicMatches, size: matchCount },
  CommentMoment: { tool: 'comments_list', load: loadCommentMoments, size: commentCount },
  ActionItemMoment: { tool: 'action_items_get', load: loadActionItemMoments, size: actionItemCount },
} as const;

const defaultKinds: readonly MomentName[] = ['TranscriptSegment', 'Question', 'TopicMatch'];

/** Moments that start at the same time are returned in this order. */
const allKinds: readonly MomentName[] = [...defaultKinds, 'CommentMoment', 'ActionItemMoment'];

const wantedKinds = (kinds: unknown): readonly MomentName[] =>
  Array.isArray(kinds) ? allKinds.filter((kind) => kinds.includes(kind)) : defaultKinds;

builder.objectField(Activity, 'moments', (t) =>
  t.field({
    type: [Moment],
    extensions: toolCalls({
      perObject: allKinds.map((kind) => sources[kind].tool).filter((tool) => tool !== sources.CommentMoment.tool),
      batched: [{ tool: sources.CommentMoment.tool }],
      isSelected: (tool, { kinds }) => wantedKinds(kinds).some((kind) => sources[kind].tool === tool),
      listLength: ({ kinds }) => wantedKinds(kinds).reduce((length, kind) => length + sources[kind].size, 0),
    }),
    description:
      'Transcript segments, questions and topic matches, and on request comments and action items, as one timeline, ordered by `startMs`; at equal times, in the order of the values of `MomentKind`. Kinds that are not available are left out; null if none of the requested kinds is available, for example because the activity does not exist. Costs one call per kind and activity: `transcript_get`, `questions_get`, `topic_triggers_matched_get` and `action_items_get`, each cached like `Activity.transcript`; comments cost one `comments_list` call for all activities of the operation.',
    args: {
      kinds: t.arg({
        type: [MomentKind],
        description: 'Kinds of moments to return. Omit it to return segments, questions and topic matches.',
      }),
      ...timeRangeArguments(t.arg),
    },
    resolve: async (activity, args, context) => {
      const range = readTimeRange(args);
      const outputs = await loadMoments(activity, wantedKinds(args.kinds), context);
      if (!outputs) return null;
      await context.operation.turns.takeForList(outputs.flat().length);
      const moments = outputs.flatMap((each) => each.filter((moment) => isInRange(moment, range)));
      return moments.toSorted((a, b) => a.startMs - b.startMs);
    },
  }),
);

/** Returns null if none of the wanted kinds is available. */
async function loadMoments(activity: ActivityNode, wanted: readonly MomentName[], context: GraphContext) {
  const outputs: (MomentRecord[] | null)[] = await Promise.all(
    wanted.map((kind) => sources[kind].load(activity, context)),
  );
  const isUnavailable = outputs.length > 0 && outputs.every((moments) => moments === null);
  return isUnavailable ? null : outputs.map((moments) => moments ?? []);
}
