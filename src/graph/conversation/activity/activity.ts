import type { GraphQLResolveInfo } from 'graphql';
import type { ActivityRecord } from '../../../tools/conversation/activity.ts';
import { lowerCaseUuid } from '../../../tools/rules/field-rules.ts';
import { builder, eventTime } from '../../core/builder.ts';
import { entityById } from '../../core/entities.ts';
import { toolCalls } from '../../../operation/cost/call-cost.ts';
import type { GraphContext } from '../../core/context.ts';
import { conversationSource } from '../../../operation/type-source.ts';
import { withFallback } from '../../errors/errors.ts';
import { selectsOnly } from '../../core/selection.ts';
import { activityLoader, type ActivityNode, activityRecord, asActivityNode, scanCalls } from './activity-loader.ts';
import { Participant, participantsOf } from './participant.ts';
import { nullableUserCost, User, loadUser, usersListCost } from '../team/user.ts';
import { isUuid } from '../uuid.ts';
import { ActivityStatus, ActivityType, ProcessingState } from '../vocabulary.ts';

/** Fields that need only the id of an activity, not its record. All except `__typename` and `id` call other tools. */
const fieldsById = new Set([
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

export const activityCalls = { ...scanCalls, unlessOnly: fieldsById };

/** Creates a resolver that is synchronous if the record is already loaded. */
const fromRecord =
  <Key extends keyof ActivityRecord>(key: Key) =>
  (activity: ActivityNode, _: unknown, context: GraphContext) =>
    activity.record ? activity.record[key] : activityRecord(activity, context).then((record) => record[key]);

const recordField = <Key extends keyof ActivityRecord>(key: Key, description: string) => ({
  description,
  resolve: fromRecord(key),
});

type ProcessingRecord = NonNullable<ActivityRecord['processing']>;

const Processing = builder.objectRef<ProcessingRecord>('ActivityProcessing').implement({
  description: 'Progress of the transcription and analysis of an uploaded recording.',
  fields: (t) => ({
    state: t.expose('state', {
      type: ProcessingState,
      nullable: false,
      description: 'Whether the recording is waiting, being processed, done or failed.',
    }),
    failure: t.exposeString('failure', {
      description: 'Reason why processing failed; null unless `state` is `FAILED`.',
    }),
    skippedCues: t.exposeInt('skippedCues', {
      description:
        'Number of entries of an uploaded subtitle or transcript file that were skipped because they could not be read; 0 for audio and video. Null until the transcript is complete.',
    }),
    warnings: t.exposeStringList('warnings', {
      nullable: false,
      description:
        'Limitations of the result, one sentence each, for example that a recording without speaker names gets no call score, or that a transcript was not analysed because it would take too much time. Empty if there are none.',
    }),
    willNotifyByEmail: t.boolean({
      nullable: false,
      description:
        'Whether the host will be emailed when processing ends, successfully or not. True only while `state` is `QUEUED` or `RUNNING`, if `UploadActivityInput.notifyForUploadCompletionByEmail` was set, the platform has a mail server, and the host is active and has an email address. False once processing has ended, and on platforms that do not report it.',
      resolve: ({ willNotify }) => willNotify ?? false,
    }),
  }),
});

export const Activity = builder.objectRef<ActivityNode>('Activity').implement({
  description:
    'A call, meeting or message of the team. Its outputs (such as `transcript` and `summary`) and team records (such as `comments`) are loaded by ID. Where only the ID is known, as in `Comment.activity`, selecting any other field runs the scan described at `Query.activity`.',
  extensions: { ...conversationSource, ...toolCalls({ batched: [activityCalls] }) },
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'ID of the activity, a UUID.' }),
    type: t.field({
      type: ActivityType,
      ...recordField('type', 'Channel of the conversation: call, meeting, SMS or voice dialer; null if unknown.'),
    }),
    status: t.field({
      type: ActivityStatus,
      ...recordField('status', 'Progress of a call or meeting, or delivery status of a message; null if unknown.'),
    }),
    title: t.string(recordField('title', 'Title of the conversation; null if it has none.')),
    startedAt: t.field({ ...eventTime('the conversation started'), resolve: fromRecord('startedAt') }),
    completedAt: t.field({
      type: 'DateTime',
      ...recordField(
        'completedAt',
        'Time at which the conversation ended, in UTC; null if it has not ended or the time is unknown.',
      ),
    }),
    updatedAt: t.field({ ...eventTime('the activity last changed'), resolve: fromRecord('updatedAt') }),
    durationMs: t.int(recordField('durationMs', 'Duration of the conversation in milliseconds; null if unknown.')),
    language: t.string(
      recordField('language', 'Language of the conversation, as a locale such as `en_GB`; null if unknown.'),
    ),
    provider: t.string(
      recordField(
        'provider',
        'System that the activity was recorded with or imported from, for example `upload`; null if unknown.',
      ),
    ),
    host: t.field({
      type: User,
      extensions: toolCalls({ batched: [usersListCost] }),
      description: `The team member who hosted the conversation; null if unknown. ${nullableUserCost}`,
      resolve: async (activity, _, context, info) =>
        loadUser((await activityRecord(activity, context)).hostUserId, context, info),
    }),
    participants: t.field({
      type: [Participant],
      nullable: false,
      description:
        'People who took part in the conversation. Empty, with an error for this field, if the activity has to be looked up by ID and the lookup fails.',
      resolve: (activity, _, context, info) =>
        activity.record
          ? participantsOf(activity.record)
          : withFallback(async () => participantsOf(await activityRecord(activity, context)), {
              fallback: () => [],
              context,
              info,
            }),
    }),
    externalId: t.string(
      recordField('externalId', 'ID that was given to the activity in `UploadActivityInput.externalId`; null if none.'),
    ),
    accountId: t.string(recordField('accountId', 'ID of the linked CRM account; null if none.')),
    leadId: t.string(recordField('leadId', 'ID of the linked CRM lead; null if none.')),
    opportunityId: t.string(recordField('opportunityId', 'ID of the linked CRM opportunity; null if none.')),
    processing: t.field({
      type: Processing,
      ...recordField(
        'processing',
        'Progress of the transcription and analysis; null if the activity was not uploaded.',
      ),
    }),
  }),
});

/** Loads the record only if fields outside `fieldsById` are selected. */
export async function loadActivity(
  id: string | null,
  context: GraphContext,
  info: GraphQLResolveInfo,
): Promise<ActivityNode | null> {
  if (id === null) return null;
  if (selectsOnly(info, fieldsById, 'Activity')) return { id };
  const record = await activityLoader(context).load(id);
  return record && asActivityNode(record);
}

const activityCost =
  'Its ID, outputs (such as `transcript`) and team records (such as `comments`) need no scan; any other field runs the scan described at `Query.activity`.';

export const activityField = (description: string) => ({
  type: Activity,
  extensions: toolCalls({ batched: [activityCalls] }),
  description: `${description} ${activityCost} An activity that the scan does not find, because it is older than \`ACTIVITY_HORIZON_DAYS\` (730 by default), is null.`,
  resolve: (
    { activityId }: { activityId: string | null },
    _: unknown,
    context: GraphContext,
    info: GraphQLResolveInfo,
  ) => loadActivity(activityId, context, info),
});

export const knownActivityField = (description: string) => ({
  type: Activity,
  nullable: false as const,
  extensions: toolCalls({ batched: [activityCalls] }),
  description: `${description} ${activityCost} If the scan does not find the activity, the fields that need the scan fail with \`NOT_FOUND\`.`,
  resolve: ({ activityId }: { activityId: string }): ActivityNode => ({ id: activityId }),
});

entityById(Activity, async (id, context, info) => (isUuid(id) ? loadActivity(lowerCaseUuid(id), context, info) : null));
