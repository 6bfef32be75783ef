import type { CallScoreRecord, CoachingFeedbackRecord, ListenRecord } from '../../../tools/conversation/team.ts';
import { builder, eventTime, knownTime } from '../../core/builder.ts';
import { entityById } from '../../core/entities.ts';
import { conversationSource } from '../../../operation/type-source.ts';
import { toolCalls } from '../../../operation/cost/call-cost.ts';
import { activityField, knownActivityField } from '../activity/activity.ts';
import { ActivityType } from '../vocabulary.ts';
import { addTeamRecordFields } from './team-record-fields.ts';
import { userField, findUser, unknownUser, User, userCost, usersListCost } from './user.ts';
import { completePeriod } from './team-records.ts';
import { idOnly, selectsOnly } from '../../core/selection.ts';
import { withFallback } from '../../errors/errors.ts';

const CallScore = builder.objectRef<CallScoreRecord>('CallScore').implement({
  description: 'An automated score of a call or meeting.',
  extensions: { ...conversationSource, ...toolCalls({ batched: [{ tool: 'automated_call_scoring_list' }] }) },
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'ID of the score.' }),
    score: t.exposeFloat('score', {
      description:
        'Quality of the conversation from 0 to 100; null if the service returns none. The built-in analysis awards up to 30 points for the share of open questions among the questions of the host, 25 for action items of both sides, 20 for the speaking time of other participants, 15 for the share of sentences with figures, and 10 for a conversation without rejections and reproaches. Conversations with little business content keep only part of the sum: a private chat scores at most 20, for action items and the speaking time of other participants. In other languages than English, the analysis scores at most 40: 20 for engaging questions of the host and 20 for the speaking time of other participants. The analysis returns no score for a conversation in which the host, or everyone else, is silent. The score is rounded to one decimal. Other platforms use their own formulas.',
    }),
    activityType: t.expose('activityType', {
      type: ActivityType,
      description: 'Channel of the scored activity; null if unknown.',
    }),
    activity: t.field(activityField('The scored activity; null if unknown.')),
    user: t.field(userField('The team member whose part in the conversation was scored; null if unknown.', 'userId')),
    createdAt: t.expose('createdAt', eventTime('the score was computed')),
  }),
});

const callScoreLoaders = addTeamRecordFields({
  type: CallScore,
  list: {
    tool: 'automated_call_scoring_list',
    needsStart: false,
    load: (context, query, keyCount) => context.conversation.callScores(query, keyCount),
    timeOf: ({ createdAt }) => createdAt,
  },
  name: 'callScores',
  description: 'Automated scores of calls and meetings, newest first.',
  activityDescription: 'Automated scores of the activity, newest first.',
  periodDescription: 'Period in which the scores were computed.',
  people: [
    {
      parameter: 'userId',
      description: 'Return only scores of the user with this ID, a UUID.',
      fieldOfUser: { name: 'callScores', description: 'Automated scores of the user, newest first.' },
    },
  ],
});

entityById(CallScore, callScoreLoaders.byId);

export const CoachingFeedback = builder.objectRef<CoachingFeedbackRecord>('CoachingFeedback').implement({
  description: "A manager's feedback on how a sales rep handled a conversation.",
  extensions: { ...conversationSource, ...toolCalls({ batched: [{ tool: 'coaching_feedback_list' }] }) },
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'ID of the feedback.' }),
    score: t.exposeFloat('score', {
      description: 'Score that the manager gave, on the scale of the service; null if they gave none.',
    }),
    comment: t.exposeString('comment', { description: 'Comment that the manager wrote; null if they wrote none.' }),
    activity: t.field(activityField('The conversation that the feedback is about; null if unknown.')),
    coach: t.field(userField('The manager who gave the feedback; null if unknown.', 'coachId')),
    coachee: t.field(userField('The sales rep who received the feedback; null if unknown.', 'coacheeId')),
    createdAt: t.expose('createdAt', eventTime('the feedback was given')),
    updatedAt: t.expose('updatedAt', eventTime('the feedback last changed')),
  }),
});

const feedbackLoaders = addTeamRecordFields({
  type: CoachingFeedback,
  list: {
    tool: 'coaching_feedback_list',
    needsStart: true,
    load: (context, query, keyCount) => context.conversation.coachingFeedback(completePeriod(query, context), keyCount),
    timeOf: ({ createdAt }) => createdAt,
  },
  name: 'coachingFeedback',
  description: 'Coaching feedback of the team, newest first.',
  activityDescription: 'Coaching feedback on the activity, newest first.',
  periodDescription: 'Period in which the feedback was given.',
  people: [
    {
      parameter: 'coachId',
      description: 'Return only feedback given by the user with this ID, a UUID.',
      fieldOfUser: { name: 'coachingGiven', description: 'Coaching feedback that the user gave, newest first.' },
    },
    {
      parameter: 'coacheeId',
      description: 'Return only feedback received by the user with this ID, a UUID.',
      fieldOfUser: { name: 'coachingReceived', description: 'Coaching feedback that the user received, newest first.' },
    },
  ],
});

entityById(CoachingFeedback, feedbackLoaders.byId);

const Listen = builder.objectRef<ListenRecord>('Listen').implement({
  description: 'A playback of a recorded activity by a team member.',
  extensions: { ...conversationSource, ...toolCalls({ batched: [{ tool: 'listens_list' }] }) },
  fields: (t) => ({
    activity: t.field(knownActivityField('The activity that was played.')),
    user: t.field({
      type: User,
      extensions: toolCalls({ batched: [usersListCost] }),
      nullable: false,
      description: `The team member who played the recording. ${userCost} Only \`id\` is set if the user has left the team or the call fails; a failed call also adds an error for this field.`,
      resolve: ({ userId }, _, context, info) => {
        const fallback = () => unknownUser(userId);
        if (selectsOnly(info, idOnly)) return fallback();
        return withFallback(async () => (await findUser(userId, context)) ?? fallback(), { fallback, context, info });
      },
    }),
    listenedAt: t.expose('listenedAt', knownTime('the recording was played')),
  }),
});

addTeamRecordFields({
  type: Listen,
  list: {
    tool: 'listens_list',
    needsStart: true,
    load: (context, query, keyCount) => context.conversation.listens(completePeriod(query, context), keyCount),
    timeOf: ({ listenedAt }) => listenedAt,
  },
  name: 'listens',
  description: 'Playbacks of activities by the team, newest first.',
  activityDescription: 'Playbacks of the activity, newest first.',
  periodDescription: 'Period in which the recordings were played.',
  people: [
    {
      parameter: 'userId',
      description: 'Return only playbacks by the user with this ID, a UUID.',
      fieldOfUser: { name: 'listens', description: 'Playbacks by the user, newest first.' },
    },
  ],
});
