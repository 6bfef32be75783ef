import { bothReadScopes } from '../../operation/type-source.ts';
import { toolCalls } from '../../operation/cost/call-cost.ts';
import { builder } from '../core/builder.ts';
import { findUserByEmail, User } from '../conversation/team/user.ts';
import { TalentUser } from '../talent/talent-user.ts';
import { talentUsersCalls, talentUsersLoader } from '../talent/talent-users.ts';

builder.objectField(User, 'talentUser', (t) =>
  t.field({
    type: TalentUser,
    extensions: { ...toolCalls({ batched: talentUsersCalls }), ...bothReadScopes },
    description:
      'The user of the talent service with the same email address, regardless of case. Only users in `Query.talentUsers` are found. Null if there is no such user, or if the team member has no email address. Costs one `lists_list` and one `searches_list` call per operation.',
    resolve: async ({ email }, _, context) => {
      if (email === null) return null;
      const address = email.toLowerCase();
      const users = await talentUsersLoader(context).load();
      return users.find((user) => user.email?.toLowerCase() === address) ?? null;
    },
  }),
);

builder.objectField(TalentUser, 'user', (t) =>
  t.field({
    type: User,
    extensions: { ...toolCalls({ batched: [{ tool: 'users_list' }] }), ...bothReadScopes },
    description:
      "The member of the caller's team with the same email address, regardless of case; null if there is no such member, or if the service returns only the ID of the talent user. Costs one `users_list` call per operation.",
    resolve: ({ email }, _, context) => (email === null ? null : findUserByEmail(email, context)),
  }),
);
