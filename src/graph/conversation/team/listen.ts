import type { ListenRecord } from '../../../connector/conversation/records.ts';
import { builder } from '../../core/builder.ts';
import { toolCalls } from '../../cost/call-cost.ts';
import { ofConversation } from '../../core/ownership.ts';
import { orFallback } from '../../errors/partial-answer.ts';
import { Activity, activityEdgeCalls } from '../activity/activity.ts';
import { ConversationPeriodInput, readClosedPeriod } from '../activity/period.ts';
import { listenList, teamLoaders } from './team-records.ts';
import { findUser, unknownUser, User, userEdgeCalls } from './user.ts';
import { readUuid } from '../uuid.ts';
import { idOnly, selectsOnly } from '../../core/selection.ts';

const listCall = toolCalls({ shared: [{ tool: 'listens_list' }] });

const Listen = builder.objectRef<ListenRecord>('Listen').implement({
  description: 'Somebody of the team listened to an activity.',
  extensions: { ...ofConversation, ...listCall },
  fields: (t) => ({
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
      nullable: false,
      description:
        'Who listened. Known by id alone after leaving the team, and when users_list fails, which is then an error at this field.',
      resolve: ({ userId }, _, context, info) => {
        const fallback = () => unknownUser(userId);
        if (selectsOnly(info, idOnly)) return fallback();
        return orFallback(async () => (await findUser(userId, context)) ?? fallback(), { fallback, context, info });
      },
    }),
    listenedAt: t.expose('listenedAt', { type: 'DateTime', nullable: false, description: 'When.' }),
  }),
});

const loaders = teamLoaders(listenList);

const listensOfUser = loaders.byPerson({ parameter: 'userId', personOf: ({ userId }) => userId });

builder.queryField('listens', (t) =>
  t.field({
    type: [Listen],
    extensions: listCall,
    description: 'Who listened to what, latest first. One listens_list.',
    args: {
      period: t.arg({ type: ConversationPeriodInput, required: true, description: 'When; from is needed.' }),
      userId: t.arg.id({ description: 'Only of this user.' }),
    },
    resolve: (_, { period, userId }, context) =>
      loaders
        .byQuery(context)
        .load({ ...readClosedPeriod(period, ['period'], context), userId: readUuid(userId, 'userId') }),
  }),
);

builder.objectField(Activity, 'listens', (t) =>
  t.field({
    type: [Listen],
    extensions: listCall,
    description:
      'Who listened to it, latest first. One listens_list for all activities of the operation. Reaches back ACTIVITY_HORIZON_DAYS, 730 unless configured.',
    resolve: (activity, _, context) => loaders.byActivity(context).load(activity),
  }),
);

builder.objectField(User, 'listens', (t) =>
  t.field({
    type: [Listen],
    extensions: listCall,
    description: 'What they listened to, latest first. One listens_list for all users of a period.',
    args: { period: t.arg({ type: ConversationPeriodInput, required: true, description: 'When; from is needed.' }) },
    resolve: ({ id }, { period }, context) =>
      listensOfUser(context).load({ personId: id, period: readClosedPeriod(period, ['period'], context) }),
  }),
);
