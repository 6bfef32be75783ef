import type { ListEntryRecord } from '../../../tools/talent/list.ts';
import { listEntriesInput, type ListEntriesQuery } from '../../../connector/talent/talent-client.ts';
import { builder, eventTime } from '../../core/builder.ts';
import { asReference } from '../../core/entities.ts';
import { type FieldArguments, idOf, toolCalls } from '../../../operation/cost/call-cost.ts';
import { connectionType, pageArguments, pageCost } from '../../pagination/connection.ts';
import { talentSource } from '../../../operation/type-source.ts';
import { keysetListing } from '../../pagination/keyset-listing.ts';
import { childSelectsMore, idOnly, selectsOnly } from '../../core/selection.ts';
import { checkInput } from '../../core/input.ts';
import { z } from 'zod';
import { asListNode, List } from './list.ts';
import {
  listEntryLoader,
  listLoader,
  primeListEntries,
  signalEntriesLoader,
  signalListsLoader,
} from './list-loaders.ts';
import { Signal } from '../signal/signal.ts';
import { actorFilterRules, SignalActorFilterInput } from '../signal/signal-filter.ts';
import { signalLoader } from '../signal/signal-loaders.ts';
import { TalentUser } from '../talent-user.ts';
import { ListEntryOrderField, OrderDirection } from '../vocabulary.ts';

const listsByIds = [
  { tool: 'lists_get', unlessOnly: idOnly, onlyFor: 'one' },
  { tool: 'lists_list', unlessOnly: idOnly, onlyFor: 'several' },
] as const;

/** Identifies an entry: representations contain the id of its list in `list.id`, arguments contain it in `listId`. */
function entryKey({ id, listId, list }: FieldArguments): string | undefined {
  // `Object` allows a missing `list`.
  const key = [idOf({ id: listId ?? Object(list).id }), idOf({ id })];
  return key.includes(undefined) ? undefined : JSON.stringify(key);
}

export const ListEntry = builder.objectRef<ListEntryRecord>('ListEntry').implement({
  description: 'A signal on a list, with the time at which it was added and the user who added it.',
  extensions: talentSource,
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'ID of the entry, unique within its list.' }),
    list: t.field({
      type: List,
      nullable: false,
      extensions: toolCalls({ batched: listsByIds }),
      description:
        'The list that the entry is on. Selecting more than `id` costs one `lists_get` call, or one `lists_list` call for several lists.',
      resolve: ({ listId }) => ({ id: listId }),
    }),
    signal: t.field({
      type: Signal,
      extensions: toolCalls({ fallbackPerObject: ['signals_get'], isOneToOne: true }),
      description:
        'The signal on the list; null if it no longer exists. Costs one `signals_get` call if the service returned the entry without its signal.',
      resolve: (entry, _, context) => entry.signal ?? signalLoader(context).load(entry.signalId),
    }),
    addedAt: t.field({ ...eventTime('the signal was added to the list'), resolve: ({ createdAt }) => createdAt }),
    addedBy: t.expose('addedBy', {
      type: TalentUser,
      description: 'User who added the signal to the list; null if unknown.',
    }),
  }),
});

builder.asEntity(ListEntry, {
  key: builder.selection<{ id: string; list: { id: string } }>('id list { id }'),
  resolveReference: async ({ id, list }, context) =>
    asReference(await listEntryLoader(context).load({ id, listId: list.id })),
});

builder.queryField('listEntry', (t) =>
  t.field({
    type: ListEntry,
    extensions: toolCalls({ lookup: { keyOf: entryKey, perObject: ['list_entries_get'] } }),
    description:
      'A list entry by its ID and the ID of its list; null if it does not exist or the caller cannot see it. Costs one `list_entries_get` call per distinct entry.',
    args: {
      listId: t.arg.id({ required: true, description: 'ID of the list.' }),
      id: t.arg.id({ required: true, description: 'ID of the entry.' }),
    },
    resolve: (_, { listId, id }, context) => listEntryLoader(context).load({ listId, id }),
  }),
);

const ListEntryFilterInput = builder.inputType('ListEntryFilter', {
  description: 'Selects entries by who screened or viewed their signal. An entry must match every field that is set.',
  fields: (t) => ({
    screenedBy: t.field({ type: SignalActorFilterInput, description: 'Users who screened the signal of the entry.' }),
    viewedBy: t.field({ type: SignalActorFilterInput, description: 'Users who viewed the signal of the entry.' }),
  }),
});

const ListEntryOrderInput = builder.inputType('ListEntryOrder', {
  description: 'Field and direction to sort list entries by.',
  fields: (t) => ({
    field: t.field({ type: ListEntryOrderField, required: true, description: 'Field to sort by.' }),
    direction: t.field({
      type: OrderDirection,
      defaultValue: 'desc',
      description: 'Direction to sort in. Defaults to newest first.',
    }),
  }),
});

const filterRules = z
  .object({ screenedBy: actorFilterRules.nullish(), viewedBy: actorFilterRules.nullish() })
  .nullish();

const entries = keysetListing('entries', {
  toolInput: listEntriesInput,
  order: ({ sortBy, sortOrder }: ListEntriesQuery) => ({
    direction: sortOrder ?? 'desc',
    keyOf: ({ id, createdAt, signal }: ListEntryRecord) => {
      const time = sortBy === 'signal_discovered_at' ? signal?.discoveredAt : createdAt;
      return { id, time: time?.getTime() ?? null };
    },
  }),
  fetchPage: async (query, page, context) => {
    const result = await context.talent.listEntries({ ...query, ...page });
    primeListEntries(context, result.items);
    return result;
  },
});

builder.objectField(List, 'entries', (t) =>
  t.field({
    type: connectionType(ListEntry, talentSource),
    extensions: toolCalls({ page: 'list_entries_list' }),
    description: `Entries of the list with their signals, most recently added first unless \`orderBy\` is set. Includes signals that the caller has screened. ${pageCost('list_entries_list')}`,
    args: {
      filter: t.arg({
        type: ListEntryFilterInput,
        description: 'Which entries to return. Omit it to return all entries.',
      }),
      orderBy: t.arg({
        type: ListEntryOrderInput,
        description: 'Order of the entries. Defaults to most recently added first.',
      }),
      ...pageArguments(t.arg),
    },
    resolve: ({ id, record }, { filter, orderBy, first, after }, context) => {
      checkInput(filterRules, filter, ['filter']);
      // Prime the loader, so that `ListEntry.list` makes no call.
      if (record) listLoader(context).byId.prime(id, record);
      const query = {
        listId: id,
        screenedBy: filter?.screenedBy,
        viewedBy: filter?.viewedBy,
        sortBy: orderBy?.field,
        sortOrder: orderBy?.direction ?? undefined,
      };
      return entries(context, query, { first, after });
    },
  }),
);

builder.objectFields(Signal, (t) => ({
  lists: t.field({
    type: [List],
    extensions: toolCalls({ perObject: ['signals_entries'], batched: [{ tool: 'lists_list', unlessOnly: idOnly }] }),
    description:
      'Lists that contain the signal, if the caller can see them; each list appears once. Costs one `signals_entries` call per signal. Selecting more than `id` costs one more call, `lists_list`, for all signals together.',
    resolve: async ({ id }, _, context, info) => {
      if (!selectsOnly(info, idOnly)) return (await signalListsLoader(context).load(id)).map(asListNode);
      const found = await signalEntriesLoader(context).load(id);
      return [...new Set(found.map(({ listId }) => listId))].map((listId) => ({ id: listId }));
    },
  }),
  listEntries: t.field({
    type: [ListEntry],
    extensions: toolCalls({ perObject: ['signals_entries'] }),
    description: 'Entries of the signal on lists that the caller can see. Costs one `signals_entries` call per signal.',
    resolve: async (signal, _, context, info) => {
      // Load the lists of all signals together: otherwise each entry would load its own list.
      if (childSelectsMore(info, 'list', idOnly)) await signalListsLoader(context).load(signal.id);
      const found = await signalEntriesLoader(context).load(signal.id);
      return found.map((entry) => ({ ...entry, signal: entry.signal ?? signal }));
    },
  }),
}));
