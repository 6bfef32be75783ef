import type { GraphQLResolveInfo } from 'graphql';
import type { UserRecord } from '../../../tools/conversation/team.ts';
import { lowerCaseUuid } from '../../../tools/rules/field-rules.ts';
import { builder } from '../../core/builder.ts';
import { entityById, fieldById } from '../../core/entities.ts';
import type { GraphContext } from '../../core/context.ts';
import { singletonLoader } from '../../core/loader.ts';
import { conversationSource } from '../../../operation/type-source.ts';
import { idOnly, selectsOnly } from '../../core/selection.ts';
import { toolCalls } from '../../../operation/cost/call-cost.ts';
import { personalDataTag } from '../../federation/tags.ts';

const teamCall = toolCalls({ batched: [{ tool: 'users_list' }] });

export const User = builder.objectRef<UserRecord>('User').implement({
  description: "A member of the caller's team in the conversation service.",
  extensions: { ...conversationSource, ...teamCall },
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'ID of the user, a UUID.' }),
    name: t.exposeString('name', { description: 'Full name; null if unknown.' }),
    email: t.expose('email', {
      type: 'EmailAddress',
      tag: personalDataTag,
      description: 'Email address; null if unknown.',
    }),
    status: t.exposeString('status', {
      description: "Status of the user's account as reported by the service, for example `active`; null if unknown.",
    }),
    teamName: t.exposeString('teamName', {
      description: "Name of the user's team within the organization; null if unknown.",
    }),
    crmId: t.exposeString('crmId', { description: 'ID of the user in the connected CRM; null if they have none.' }),
    role: t.exposeString('role', {
      description: 'Role in the organization, such as Owner, Admin, Manager or Member; null if unknown.',
    }),
  }),
});

export const teamLoader = singletonLoader(async ({ conversation }) => {
  const { items } = await conversation.users();
  return new Map(items.map((user) => [user.id, user]));
});

export async function findUser(id: string, context: GraphContext): Promise<UserRecord | null> {
  return (await teamLoader(context).load()).get(lowerCaseUuid(id)) ?? null;
}

export async function findViewingUser(context: GraphContext): Promise<UserRecord | undefined> {
  const team = await teamLoader(context).load();
  return [...team.values()].find(({ isViewer }) => isViewer);
}

export async function findUserByEmail(email: string, context: GraphContext): Promise<UserRecord | null> {
  const address = email.toLowerCase();
  const team = await teamLoader(context).load();
  return [...team.values()].find((user) => user.email?.toLowerCase() === address) ?? null;
}

export const usersListCost = { tool: 'users_list', unlessOnly: idOnly };

export const userCost = 'Selecting more than `id` costs one `users_list` call per operation.';

export const nullableUserCost =
  'Selecting more than `id` costs one `users_list` call per operation; the field is then null if the user has left the team.';

/** Defines a nullable field that returns the user whose id is in the property `key` of the parent. */
export const userField = <Key extends string>(description: string, key: Key) => ({
  type: User,
  description: `${description} ${nullableUserCost}`,
  extensions: toolCalls({ batched: [usersListCost] }),
  resolve: (parent: Record<Key, string | null>, _: unknown, context: GraphContext, info: GraphQLResolveInfo) =>
    loadUser(parent[key], context, info),
});

/** Makes no call if only the id is selected. */
export function loadUser(id: string | null, context: GraphContext, info: GraphQLResolveInfo) {
  if (id === null) return null;
  return selectsOnly(info, idOnly) ? unknownUser(id) : findUser(id, context);
}

export const unknownUser = (id: string): UserRecord => ({
  id,
  name: null,
  email: null,
  status: null,
  teamName: null,
  crmId: null,
  role: null,
  isViewer: null,
});

entityById(User, findUser);

builder.queryField('users', (t) =>
  t.field({
    type: [User],
    extensions: teamCall,
    description: "All members of the caller's team. Costs one `users_list` call per operation.",
    resolve: async (_, _args, context) => [...(await teamLoader(context).load()).values()],
  }),
);

fieldById('user', {
  type: User,
  extensions: teamCall,
  description: "A member of the caller's team by ID; null if there is none. Costs one `users_list` call per operation.",
  idDescription: 'ID of the user, a UUID.',
  find: findUser,
});
