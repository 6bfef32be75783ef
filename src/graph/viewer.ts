import { toolCalls } from '../operation/cost/call-cost.ts';
import {
  bothReadScopes,
  conversationReadScope,
  anyConnectorSource,
  talentReadScope,
} from '../operation/type-source.ts';
import { Connector } from './connectors.ts';
import { organizationField } from './conversation/team/organization.ts';
import { findUserByEmail, findViewingUser, User } from './conversation/team/user.ts';
import { builder } from './core/builder.ts';
import type { GraphContext } from './core/context.ts';
import { TalentUser } from './talent/talent-user.ts';
import { findViewer, talentUsersCalls } from './talent/talent-users.ts';

const Viewer = builder.objectRef<GraphContext>('Viewer').implement({
  description: 'The caller, on whose behalf the graph calls tools, with their user in each service.',
  extensions: anyConnectorSource,
  fields: (t) => ({
    identifier: t.exposeString('identifier', {
      nullable: false,
      description: 'ID of the user whose connected accounts are used, usually the claim `sub` of the token.',
    }),
    scopes: t.stringList({
      nullable: false,
      description: 'Granted scopes, for example `talent:read`.',
      resolve: ({ tools }) => [...tools.scopes],
    }),
    connectors: t.field({
      type: [Connector],
      nullable: false,
      description: 'The same as `Query.connectors`, with the same costs.',
      resolve: ({ connector }) => connector.connections,
    }),
    organization: t.field({
      ...organizationField,
      extensions: { ...organizationField.extensions, ...conversationReadScope },
    }),
    talentUser: t.field({
      type: TalentUser,
      extensions: { ...toolCalls({ batched: talentUsersCalls }), ...talentReadScope },
      description:
        'The caller in the talent service. Null if the caller has created no list or saved search and none is shared with them, because only lists and saved searches identify the caller. Costs one `lists_list` and one `searches_list` call per operation.',
      resolve: findViewer,
    }),
    user: t.field({
      type: User,
      extensions: { ...toolCalls({ batched: [...talentUsersCalls, { tool: 'users_list' }] }), ...bothReadScopes },
      description:
        'The caller in the conversation service. If the service does not identify the caller, for example because callers share an API key, this is the team member with the email address of `talentUser`, regardless of case; null if there is none. Costs one `users_list` call per operation, and if the service does not identify the caller, also one `lists_list` and one `searches_list` call.',
      async resolve(context) {
        const user = await findViewingUser(context);
        if (user) return user;
        const talentUser = await findViewer(context);
        return talentUser?.email == null ? null : findUserByEmail(talentUser.email, context);
      },
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: Viewer,
    nullable: false,
    description: 'The caller. Costs no tool call by itself; each field makes its own calls.',
    resolve: (_, _args, context) => context,
  }),
);
