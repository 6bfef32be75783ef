import type { GraphQLResolveInfo } from 'graphql';
import type { ActivityRecord } from '../../../connector/conversation/records.ts';
import { builder } from '../../core/builder.ts';
import { toolCalls } from '../../cost/call-cost.ts';
import type { GraphContext } from '../../core/context.ts';
import { ofConversation } from '../../core/ownership.ts';
import { orFallback } from '../../errors/partial-answer.ts';
import { selectsOnly } from '../../core/selection.ts';
import { activityLoader, type ActivityNode, activityRecord, asActivityNode, scanCalls } from './activity-scan.ts';
import { Participant } from './participant.ts';
import { User, userEdge, userEdgeCalls } from '../team/user.ts';
import { isUuid } from '../uuid.ts';
import { ActivityStatus, ActivityType, ProcessingState } from '../vocabulary.ts';

/** What an activity answers without being found: each has a tool of its own that takes the id. */
const answeredById = new Set([
  '__typename',
  'id',
  'transcript',
  'summary',
  'actionItems',
  'questions',
  'topicMatches',
  'callScores',
  'coachingFeedback',
  'comments',
  'listens',
  'moments',
]);

/** What a field costs that leads to an activity by its id. */
export const activityEdgeCalls = { ...scanCalls, beyond: answeredById };

/** A resolver that reads the record, without a wait where it is at hand. */
const fromRecord =
  <Value>(pick: (record: ActivityRecord) => Value) =>
  (activity: ActivityNode, _: unknown, context: GraphContext) =>
    activity.record ? pick(activity.record) : activityRecord(activity, context).then(pick);

type ProcessingRecord = NonNullable<ActivityRecord['processing']>;

const Processing = builder.objectRef<ProcessingRecord>('ActivityProcessing').implement({
  description: 'What became of an uploaded recording.',
  fields: (t) => ({
    state: t.expose('state', { type: ProcessingState, nullable: false, description: 'How far it has come.' }),
    failure: t.exposeString('failure', { description: 'Why it ended without a result; null unless it did.' }),
    skippedCues: t.exposeInt('skippedCues', {
      description: 'How many cues of a subtitle file could not be read and were left out; null before it was read.',
    }),
    warnings: t.exposeStringList('warnings', {
      nullable: false,
      description:
        'What limits the result, a sentence each: for example that the recording names no speakers, so that there is no call score. Empty when nothing does.',
    }),
  }),
});

export const Activity = builder.objectRef<ActivityNode>('Activity').implement({
  description:
    'A call, a meeting or a message. Fields of the activity itself need it found, which costs a scan when it is known by id alone; transcript, summary and the like need only the id.',
  extensions: ofConversation,
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'Id, a UUID.' }),
    type: t.field({ type: ActivityType, description: 'What kind.', resolve: fromRecord((a) => a.type) }),
    status: t.field({
      type: ActivityStatus,
      description: 'How far it has come.',
      resolve: fromRecord((a) => a.status),
    }),
    title: t.string({ description: 'Title.', resolve: fromRecord((a) => a.title) }),
    startedAt: t.field({ type: 'DateTime', description: 'When it began.', resolve: fromRecord((a) => a.startedAt) }),
    completedAt: t.field({
      type: 'DateTime',
      description: 'When it ended.',
      resolve: fromRecord((a) => a.completedAt),
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When it last changed.',
      resolve: fromRecord((a) => a.updatedAt),
    }),
    durationMs: t.int({ description: 'How long it took, in milliseconds.', resolve: fromRecord((a) => a.durationMs) }),
    language: t.string({ description: 'Locale such as en_GB.', resolve: fromRecord((a) => a.language) }),
    provider: t.string({ description: 'Where it comes from.', resolve: fromRecord((a) => a.provider) }),
    host: t.field({
      type: User,
      extensions: toolCalls({ shared: [userEdgeCalls] }),
      description: 'Who hosted it. Further fields than id cost the one users_list of the operation.',
      resolve: async (activity, _, context, info) =>
        userEdge((await activityRecord(activity, context)).hostUserId, context, info),
    }),
    participants: t.field({
      type: [Participant],
      nullable: false,
      description:
        'Who took part. When the activity is known by id alone and cannot be read: empty, with an error at this field.',
      resolve: (activity, _, context, info) =>
        activity.record?.participants ??
        orFallback(async () => (await activityRecord(activity, context)).participants, {
          fallback: () => [],
          context,
          info,
        }),
    }),
    externalId: t.string({
      description: 'The id that the uploader gave it.',
      resolve: fromRecord((a) => a.externalId),
    }),
    accountId: t.string({ description: 'CRM account.', resolve: fromRecord((a) => a.accountId) }),
    leadId: t.string({ description: 'CRM lead.', resolve: fromRecord((a) => a.leadId) }),
    opportunityId: t.string({ description: 'CRM opportunity.', resolve: fromRecord((a) => a.opportunityId) }),
    processing: t.field({
      type: Processing,
      description: 'What became of the uploaded recording; null when nothing was uploaded.',
      resolve: fromRecord((a) => a.processing),
    }),
  }),
});

/** An activity by id: found only when a field of the activity itself is asked for; null when it is not there. */
export async function activityEdge(
  id: string | null,
  context: GraphContext,
  info: GraphQLResolveInfo,
): Promise<ActivityNode | null> {
  if (id === null) return null;
  if (selectsOnly(info, answeredById, 'Activity')) return { id };
  const record = await activityLoader(context).load(id);
  return record && asActivityNode(record);
}

builder.asEntity(Activity, {
  key: builder.selection<{ id: string }>('id'),
  resolveReference: async ({ id }, context, info) => (isUuid(id) ? activityEdge(id, context, info) : null),
});
