import type { TalentUserRecord } from '../../tools/talent/signal.ts';
import { toolCalls } from '../../operation/cost/call-cost.ts';
import { builder } from '../core/builder.ts';
import type { GraphContext } from '../core/context.ts';
import { singletonLoader } from '../core/loader.ts';
import { listLoader } from './list/list-loaders.ts';
import { savedSearchLoader } from './saved-search/saved-search.ts';
import { TalentUser } from './talent-user.ts';

/**
 * Loads the users who created a list or saved search that the caller can see, or with whom it is shared: each user
 * once, sorted by name, users without a name last. No tool lists all users of the service.
 */
export const talentUsersLoader = singletonLoader(async (context) => {
  const [lists, searches] = await Promise.all([listLoader(context).loadAll(), savedSearchLoader(context).loadAll()]);
  const seen = [
    ...lists.flatMap(({ creator, accesses }) => [creator, ...accesses]),
    ...searches.flatMap(({ creator, sharees }) => [creator, ...sharees]),
  ];
  const users = new Map<string, TalentUserRecord>();
  for (const user of seen) {
    if (!user) continue;
    const known = users.get(user.id);
    // Merge the records of a user, because some payloads contain only the id.
    users.set(user.id, known ? mergeUsers(known, user) : user);
  }
  return [...users.values()].toSorted(byName);
});

export const talentUsersCalls = [{ tool: 'lists_list' }, { tool: 'searches_list' }] as const;

builder.queryField('talentUsers', (t) =>
  t.field({
    type: [TalentUser],
    extensions: toolCalls({ batched: talentUsersCalls }),
    description:
      'Users of the talent service with whom the caller can share lists and saved searches: the users who created a list or saved search that the caller can see, or with whom it is shared; each once, sorted by name. Other users are missing, because no tool lists all users of the service. Costs one `lists_list` and one `searches_list` call per operation.',
    resolve: (_, _args, context) => talentUsersLoader(context).load(),
  }),
);

/** Returns null if the caller has no list or saved search and none is shared with them. */
export async function findViewer(context: GraphContext): Promise<TalentUserRecord | null> {
  return (await talentUsersLoader(context).load()).find(({ isViewer }) => isViewer) ?? null;
}

const mergeUsers = (known: TalentUserRecord, other: TalentUserRecord): TalentUserRecord => ({
  id: known.id,
  name: known.name ?? other.name,
  email: known.email ?? other.email,
  isViewer: known.isViewer ?? other.isViewer,
});

function byName(a: TalentUserRecord, b: TalentUserRecord): number {
  if (a.name === null || b.name === null) return Number(a.name === null) - Number(b.name === null) || compareIds(a, b);
  return a.name.localeCompare(b.name, 'en') || compareIds(a, b);
}

const compareIds = (a: TalentUserRecord, b: TalentUserRecord) => (a.id < b.id ? -1 : Number(a.id > b.id));
