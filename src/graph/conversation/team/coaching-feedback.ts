import type { CoachingFeedbackRecord } from '../../../connector/conversation/records.ts';
import { builder } from '../../core/builder.ts';
import { toolCalls } from '../../cost/call-cost.ts';
import { ofConversation } from '../../core/ownership.ts';
import { Activity, activityEdge, activityEdgeCalls } from '../activity/activity.ts';
import { ConversationPeriodInput, readClosedPeriod } from '../activity/period.ts';
import { coachingFeedbackList, teamLoaders } from './team-records.ts';
import { User, userEdge, userEdgeCalls } from './user.ts';
import { readUuid } from '../uuid.ts';

const listCall = toolCalls({ shared: [{ tool: 'coaching_feedback_list' }] });

const CoachingFeedback = builder.objectRef<CoachingFeedbackRecord>('CoachingFeedback').implement({
  description: 'What a manager said of how a sales rep handled a conversation.',
  extensions: { ...ofConversation, ...listCall },
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'Id.' }),
    score: t.exposeFloat('score', { description: 'The score; null when none was given.' }),
    comment: t.exposeString('comment', { description: 'The comment; null when none was made.' }),
    activity: t.field({
      type: Activity,
      extensions: toolCalls({ shared: [activityEdgeCalls] }),
      description:
        'The conversation; null when not known, or when its own fields are asked for and it is not within the horizon.',
      resolve: ({ activityId }, _, context, info) => activityEdge(activityId, context, info),
    }),
    coach: t.field({
      type: User,
      extensions: toolCalls({ shared: [userEdgeCalls] }),
      description: 'The manager.',
      resolve: ({ coachId }, _, context, info) => userEdge(coachId, context, info),
    }),
    coachee: t.field({
      type: User,
      extensions: toolCalls({ shared: [userEdgeCalls] }),
      description: 'The sales rep.',
      resolve: ({ coacheeId }, _, context, info) => userEdge(coacheeId, context, info),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was given.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  }),
});

const loaders = teamLoaders(coachingFeedbackList);

builder.asEntity(CoachingFeedback, {
  key: builder.selection<{ id: string }>('id'),
  // No tool gets one: all wanted ids share the list of the whole team, back to the horizon.
  resolveReference: async ({ id }, context) =>
    (await loaders.byQuery(context).load({})).find((feedback) => feedback.id === id) ?? null,
});

const receivedBy = loaders.byPerson({ parameter: 'coacheeId', personOf: ({ coacheeId }) => coacheeId });
const givenBy = loaders.byPerson({ parameter: 'coachId', personOf: ({ coachId }) => coachId });

builder.queryField('coachingFeedback', (t) =>
  t.field({
    type: [CoachingFeedback],
    extensions: listCall,
    description: 'Coaching feedback by when it was given, latest first. One coaching_feedback_list.',
    args: {
      period: t.arg({
        type: ConversationPeriodInput,
        required: true,
        description: 'When it was given; from is needed.',
      }),
      coachId: t.arg.id({ description: 'Only from this manager.' }),
      coacheeId: t.arg.id({ description: 'Only for this sales rep.' }),
    },
    resolve: (_, { period, coachId, coacheeId }, context) =>
      loaders.byQuery(context).load({
        ...readClosedPeriod(period, ['period'], context),
        coachId: readUuid(coachId, 'coachId'),
        coacheeId: readUuid(coacheeId, 'coacheeId'),
      }),
  }),
);

builder.objectField(Activity, 'coachingFeedback', (t) =>
  t.field({
    type: [CoachingFeedback],
    extensions: listCall,
    description:
      'Coaching feedback on it, latest first. One coaching_feedback_list for all activities of the operation. Reaches back ACTIVITY_HORIZON_DAYS, 730 unless configured.',
    resolve: (activity, _, context) => loaders.byActivity(context).load(activity),
  }),
);

const periodArgument = 'When it was given; from is needed.';

builder.objectFields(User, (t) => ({
  coachingReceived: t.field({
    type: [CoachingFeedback],
    extensions: listCall,
    description: 'Coaching that they received, latest first. One coaching_feedback_list for all users of a period.',
    args: { period: t.arg({ type: ConversationPeriodInput, required: true, description: periodArgument }) },
    resolve: ({ id }, { period }, context) =>
      receivedBy(context).load({ personId: id, period: readClosedPeriod(period, ['period'], context) }),
  }),
  coachingGiven: t.field({
    type: [CoachingFeedback],
    extensions: listCall,
    description: 'Coaching that they gave, latest first. One coaching_feedback_list for all users of a period.',
    args: { period: t.arg({ type: ConversationPeriodInput, required: true, description: periodArgument }) },
    resolve: ({ id }, { period }, context) =>
      givenBy(context).load({ personId: id, period: readClosedPeriod(period, ['period'], context) }),
  }),
}));
