import type { ListenRecord } from '../../../tools/conversation/team.ts';
import { builder, knownTime } from '../../core/builder.ts';
import { conversationSource } from '../../../operation/type-source.ts';
import { idOnly, selectsOnly } from '../../core/selection.ts';
import { toolCalls } from '../../../operation/cost/call-cost.ts';
import { withFallback } from '../../errors/errors.ts';
import { knownActivityField } from '../activity/activity.ts';
import { addTeamRecordFields } from './team-record-fields.ts';
import { completePeriod } from './team-records.ts';
import { findUser, unknownUser, User, userCost, usersListCost } from './user.ts';

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
    list: (context, query, keys) => context.conversation.listens(completePeriod(query, context), keys),
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
      userField: { name: 'listens', description: 'Playbacks by the user, newest first.' },
    },
  ],
});
