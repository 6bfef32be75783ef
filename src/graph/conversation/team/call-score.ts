import type { CallScoreRecord } from '../../../connector/conversation/records.ts';
import { builder } from '../../core/builder.ts';
import { toolCalls } from '../../cost/call-cost.ts';
import { ofConversation } from '../../core/ownership.ts';
import { Activity, activityEdge, activityEdgeCalls } from '../activity/activity.ts';
import { ConversationPeriodInput, readPeriod } from '../activity/period.ts';
import { callScoreList, teamLoaders } from './team-records.ts';
import { User, userEdge, userEdgeCalls } from './user.ts';
import { readUuid } from '../uuid.ts';
import { ActivityType } from '../vocabulary.ts';

const listCall = toolCalls({ shared: [{ tool: 'automated_call_scoring_list' }] });

const CallScore = builder.objectRef<CallScoreRecord>('CallScore').implement({
  description: 'An automated score of a call or meeting.',
  extensions: { ...ofConversation, ...listCall },
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'Id.' }),
    score: t.exposeFloat('score', {
      description:
        'How good a conversation it was, from 0 to 100 with one decimal. The embedded analysis adds insightful questions in ten minutes (25), the share of engaging questions (25), how often the speaker changes (30), how evenly the speakers share the time (10) and the share of the time outside monologues (10); without English it scales the other four to 100. Other platforms have formulas of their own.',
    }),
    activityType: t.expose('activityType', { type: ActivityType, description: 'What kind of activity was scored.' }),
    activity: t.field({
      type: Activity,
      extensions: toolCalls({ shared: [activityEdgeCalls] }),
      description:
        'What was scored; null when not known, or when its own fields are asked for and it is not within the horizon.',
      resolve: ({ activityId }, _, context, info) => activityEdge(activityId, context, info),
    }),
    user: t.field({
      type: User,
      extensions: toolCalls({ shared: [userEdgeCalls] }),
      description: 'Whose part was scored.',
      resolve: ({ userId }, _, context, info) => userEdge(userId, context, info),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was scored.' }),
  }),
});

const loaders = teamLoaders(callScoreList);

builder.asEntity(CallScore, {
  key: builder.selection<{ id: string }>('id'),
  // No tool gets one: all wanted ids share the list of the whole team.
  resolveReference: async ({ id }, context) =>
    (await loaders.byQuery(context).load({})).find((score) => score.id === id) ?? null,
});

const callScoresOfUser = loaders.byPerson({ parameter: 'userId', personOf: ({ userId }) => userId });

builder.queryField('callScores', (t) =>
  t.field({
    type: [CallScore],
    extensions: listCall,
    description: 'Automated scores by when they were made, latest first. One automated_call_scoring_list.',
    args: {
      period: t.arg({ type: ConversationPeriodInput, description: 'When they were made; omit for all.' }),
      userId: t.arg.id({ description: 'Only of this user.' }),
    },
    resolve: (_, { period, userId }, context) =>
      loaders.byQuery(context).load({ ...readPeriod(period, ['period'], context), userId: readUuid(userId, 'userId') }),
  }),
);

builder.objectField(Activity, 'callScores', (t) =>
  t.field({
    type: [CallScore],
    extensions: listCall,
    description:
      'Its automated scores, latest first. One automated_call_scoring_list for all activities of the operation.',
    resolve: (activity, _, context) => loaders.byActivity(context).load(activity),
  }),
);

builder.objectField(User, 'callScores', (t) =>
  t.field({
    type: [CallScore],
    extensions: listCall,
    description: 'Their automated scores, latest first. One automated_call_scoring_list for all users of a period.',
    args: { period: t.arg({ type: ConversationPeriodInput, description: 'When they were made; omit for all.' }) },
    resolve: ({ id }, { period }, context) =>
      callScoresOfUser(context).load({ personId: id, period: readPeriod(period, ['period'], context) }),
  }),
);
