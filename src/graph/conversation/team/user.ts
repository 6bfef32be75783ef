import type { UserRecord } from '../../../connector/conversation/records.ts';
import { builder } from '../../core/builder.ts';
import { toolCalls } from '../../cost/call-cost.ts';
import type { GraphContext } from '../../core/context.ts';
import { onceAnOperation } from '../../core/loader.ts';
import { ofConversation } from '../../core/ownership.ts';
import { idOnly, selectsOnly } from '../../core/selection.ts';
import type { GraphQLResolveInfo } from 'graphql';

const teamCall = toolCalls({ shared: [{ tool: 'users_list' }] });

export const User = builder.objectRef<UserRecord>('User').implement({
  description: 'A member of the team in the conversation service.',
  extensions: { ...ofConversation, ...teamCall },
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'Id, a UUID.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    email: t.expose('email', { type: 'EmailAddress', description: 'Address.' }),
    status: t.exposeString('status', { description: 'How the account stands, in the words of the service.' }),
    teamName: t.exposeString('teamName', { description: 'Team within the organization.' }),
    crmId: t.exposeString('crmId', { description: 'Id in the CRM.' }),
    role: t.exposeString('role', { description: 'Role: Owner, Admin, Manager, Member, …' }),
  }),
});

/** Everybody of the team: one users_list an operation. */
const teamLoader = onceAnOperation(async ({ conversation }) => {
  const { items } = await conversation.users();
  return new Map(items.map((user) => [user.id, user]));
});

export async function findUser(id: string, context: GraphContext): Promise<UserRecord | null> {
  return (await teamLoader(context).load()).get(id) ?? null;
}

/** The user of an edge: the id alone costs nothing, more costs the one users_list of the operation. */
export function userEdge(id: string | null, context: GraphContext, info: GraphQLResolveInfo) {
  if (id === null) return null;
  return selectsOnly(info, idOnly) ? unknownUser(id) : findUser(id, context);
}

/** What a field costs that leads to a user by the id. */
export const userEdgeCalls = { tool: 'users_list', beyond: idOnly };

/** A user of whom only the id is known. */
export const unknownUser = (id: string): UserRecord => ({
  id,
  name: null,
  email: null,
  status: null,
  teamName: null,
  crmId: null,
  role: null,
});

builder.asEntity(User, {
  key: builder.selection<{ id: string }>('id'),
  resolveReference: async ({ id }, context) => findUser(id, context),
});

builder.queryField('users', (t) =>
  t.field({
    type: [User],
    extensions: teamCall,
    description: 'Everybody of the team. One users_list.',
    resolve: async (_, _args, context) => [...(await teamLoader(context).load()).values()],
  }),
);

builder.queryField('user', (t) =>
  t.field({
    type: User,
    extensions: teamCall,
    description: 'A member of the team by id; null when there is none. One users_list.',
    args: { id: t.arg.id({ required: true, description: 'Id of the user.' }) },
    resolve: (_, { id }, context) => findUser(id, context),
  }),
);
