import type { CommentRecord } from '../../../connector/conversation/records.ts';
import { builder } from '../../core/builder.ts';
import { toolCalls } from '../../cost/call-cost.ts';
import { ofConversation } from '../../core/ownership.ts';
import { Activity, activityEdgeCalls } from '../activity/activity.ts';
import { ConversationPeriodInput, readPeriod } from '../activity/period.ts';
import { commentList, teamLoaders } from './team-records.ts';
import { User, userEdge, userEdgeCalls } from './user.ts';
import { readUuid } from '../uuid.ts';

const listCall = toolCalls({ shared: [{ tool: 'comments_list' }] });

const Comment = builder.objectRef<CommentRecord>('Comment').implement({
  description: 'What somebody of the team wrote about an activity.',
  extensions: { ...ofConversation, ...listCall },
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'Id.' }),
    activity: t.field({
      type: Activity,
      extensions: toolCalls({ shared: [activityEdgeCalls] }),
      nullable: false,
      description: 'The activity; its own fields need it found.',
      resolve: ({ activityId }) => ({ id: activityId }),
    }),
    user: t.field({
      type: User,
      extensions: toolCalls({ shared: [userEdgeCalls] }),
      description: 'Who wrote it.',
      resolve: ({ userId }, _, context, info) => userEdge(userId, context, info),
    }),
    text: t.exposeString('text', { description: 'The text.' }),
    atMs: t.exposeInt('atMs', {
      description: 'The moment it is about, in milliseconds since the begin; null for the whole.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', nullable: false, description: 'When it was written.' }),
  }),
});

const loaders = teamLoaders(commentList);

builder.asEntity(Comment, {
  key: builder.selection<{ id: string }>('id'),
  // No tool gets one: all wanted ids share the list of the whole team.
  resolveReference: async ({ id }, context) =>
    (await loaders.byQuery(context).load({})).find((comment) => comment.id === id) ?? null,
});

const commentsOfUser = loaders.byPerson({ parameter: 'userId', personOf: ({ userId }) => userId });

builder.queryField('comments', (t) =>
  t.field({
    type: [Comment],
    extensions: listCall,
    description: 'Comments by when they were written, latest first. One comments_list.',
    args: {
      period: t.arg({ type: ConversationPeriodInput, description: 'When they were written; omit for all.' }),
      userId: t.arg.id({ description: 'Only of this user.' }),
    },
    resolve: (_, { period, userId }, context) =>
      loaders.byQuery(context).load({ ...readPeriod(period, ['period'], context), userId: readUuid(userId, 'userId') }),
  }),
);

builder.objectField(Activity, 'comments', (t) =>
  t.field({
    type: [Comment],
    extensions: listCall,
    description: 'Comments on it, latest first. One comments_list for all activities of the operation.',
    resolve: (activity, _, context) => loaders.byActivity(context).load(activity),
  }),
);

builder.objectField(User, 'comments', (t) =>
  t.field({
    type: [Comment],
    extensions: listCall,
    description: 'What they commented, latest first. One comments_list for all users of a period.',
    args: { period: t.arg({ type: ConversationPeriodInput, description: 'When they were written; omit for all.' }) },
    resolve: ({ id }, { period }, context) =>
      commentsOfUser(context).load({ personId: id, period: readPeriod(period, ['period'], context) }),
  }),
);
