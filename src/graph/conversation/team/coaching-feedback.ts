import type { CoachingFeedbackRecord } from '../../../tools/conversation/team.ts';
import { builder, eventTime } from '../../core/builder.ts';
import { entityById } from '../../core/entities.ts';
import { conversationSource } from '../../../operation/type-source.ts';
import { toolCalls } from '../../../operation/cost/call-cost.ts';
import { activityField } from '../activity/activity.ts';
import { addTeamRecordFields } from './team-record-fields.ts';
import { completePeriod } from './team-records.ts';
import { userField } from './user.ts';

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

const loaders = addTeamRecordFields({
  type: CoachingFeedback,
  list: {
    tool: 'coaching_feedback_list',
    needsStart: true,
    list: (context, query, keys) => context.conversation.coachingFeedback(completePeriod(query, context), keys),
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
      userField: { name: 'coachingGiven', description: 'Coaching feedback that the user gave, newest first.' },
    },
    {
      parameter: 'coacheeId',
      description: 'Return only feedback received by the user with this ID, a UUID.',
      userField: { name: 'coachingReceived', description: 'Coaching feedback that the user received, newest first.' },
    },
  ],
});

entityById(CoachingFeedback, loaders.byId);
