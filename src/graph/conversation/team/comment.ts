import type { CommentRecord } from '../../../tools/conversation/team.ts';
import { builder, knownTime } from '../../core/builder.ts';
import type { GraphContext } from '../../core/context.ts';
import { entityById } from '../../core/entities.ts';
import { conversationSource } from '../../../operation/type-source.ts';
import { toolCalls } from '../../../operation/cost/call-cost.ts';
import { knownActivityField } from '../activity/activity.ts';
import type { ActivityNode } from '../activity/activity-loader.ts';
import { addTeamRecordFields } from './team-record-fields.ts';
import { userField } from './user.ts';

export const Comment = builder.objectRef<CommentRecord>('Comment').implement({
  description: 'A comment by a team member on an activity.',
  extensions: { ...conversationSource, ...toolCalls({ batched: [{ tool: 'comments_list' }] }) },
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'ID of the comment.' }),
    activity: t.field(knownActivityField('The activity that was commented on.')),
    user: t.field(userField('Author of the comment; null if unknown.', 'userId')),
    text: t.exposeString('text', { description: 'Text of the comment; null if the service returns none.' }),
    atMs: t.exposeInt('atMs', {
      description:
        'Time in the activity that the comment refers to, in milliseconds from the start of the activity; null if the comment refers to the whole activity.',
    }),
    createdAt: t.expose('createdAt', knownTime('the comment was written')),
  }),
});

const loaders = addTeamRecordFields({
  type: Comment,
  list: {
    tool: 'comments_list',
    needsStart: false,
    load: (context, query, keyCount) => context.conversation.comments(query, keyCount),
    timeOf: ({ createdAt }) => createdAt,
  },
  name: 'comments',
  description: 'Comments of the team on activities, newest first.',
  activityDescription: 'Comments on the activity, newest first.',
  periodDescription: 'Period in which the comments were written.',
  people: [
    {
      parameter: 'userId',
      description: 'Return only comments by the user with this ID, a UUID.',
      fieldOfUser: { name: 'comments', description: 'Comments that the user wrote, newest first.' },
    },
  ],
});

entityById(Comment, loaders.byId);

export const loadComments = (activity: ActivityNode, context: GraphContext) =>
  loaders.byActivity(context).load(activity);
