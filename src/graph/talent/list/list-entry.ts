import type { ListEntryRecord } from '../../../connector/talent/records.ts';
import { listEntriesInput, type ListEntriesQuery } from '../../../connector/talent/talent-client.ts';
import { builder } from '../../core/builder.ts';
import { type FieldArguments, idOf, toolCalls } from '../../cost/call-cost.ts';
import { connectionType, pageArguments, pageCost, pageListSize } from '../../pagination/connection.ts';
import { ofTalent } from '../../core/ownership.ts';
import { sortedListing } from '../../pagination/sorted-listing.ts';
import { childSelectsBeyond, idOnly, selectsOnly } from '../../core/selection.ts';
import { checkInput } from '../../core/input.ts';
import { z } from 'zod';
import { SignalActorFilterInput, actorFilterRules } from '../signal/actor-filter.ts';
import { asListNode, List } from './list.ts';
import {
  listEntryLoader,
  listLoader,
  primeListEntries,
  signalEntriesLoader,
  signalListsLoader,
} from './list-loaders.ts';
import { Signal } from '../signal/signal.ts';
import { signalLoader } from '../signal/signal-loaders.ts';
import { TalentUser } from '../talent-user.ts';
import { ListEntryOrderField, OrderDirection } from '../vocabulary.ts';

/** Lists that only their ids are known of: one is read by itself, several by listing all. */
const listsByIds = ['lists_get', 'lists_list'].map((tool) => ({ tool, beyond: idOnly }));

/** Of a reference the id of the list is in the list. */
function entryKey({ id, listId, list }: FieldArguments): string | undefined {
  const key = [idOf({ id: listId ?? Object(list).id }), idOf({ id })];
  return key.includes(undefined) ? undefined : JSON.stringify(key);
}

export const ListEntry = builder.objectRef<ListEntryRecord>('ListEntry').implement({
  description: 'A signal at its place on a list.',
  extensions: ofTalent,
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'Id, unique together with the id of the list.' }),
    list: t.field({
      type: List,
      nullable: false,
      extensions: toolCalls({ shared: listsByIds }),
      description: 'The list. Further fields than id cost one lists_get, or one lists_list for several.',
      resolve: ({ listId }) => ({ id: listId }),
    }),
    signal: t.field({
      type: Signal,
      extensions: toolCalls({ upTo: ['signals_get'], isOneToOne: true }),
      description: 'The signal. Entries that a list or a lookup gives bring it along.',
      resolve: (entry, _, context) => entry.signal ?? signalLoader(context).load(entry.signalId),
    }),
    addedAt: t.field({ type: 'DateTime', description: 'When it was added.', resolve: ({ createdAt }) => createdAt }),
    addedBy: t.expose('addedBy', { type: TalentUser, description: 'Who added it.' }),
  }),
});

builder.asEntity(ListEntry, {
  key: builder.selection<{ id: string; list: { id: string } }>('id list { id }'),
  resolveReference: async ({ id, list }, context) => listEntryLoader(context).load({ id, listId: list.id }),
});

builder.queryField('listEntry', (t) =>
  t.field({
    type: ListEntry,
    extensions: toolCalls({ find: { keyOf: entryKey, each: ['list_entries_get'] } }),
    description: 'An entry by list and id; null when there is none that the caller may see. One list_entries_get.',
    args: {
      listId: t.arg.id({ required: true, description: 'Id of the list.' }),
      id: t.arg.id({ required: true, description: 'Id of the entry.' }),
    },
    resolve: (_, { listId, id }, context) => listEntryLoader(context).load({ listId, id }),
  }),
);

const ListEntryFilterInput = builder.inputType('ListEntryFilter', {
  description: 'Which entries to show; both must hold.',
  fields: (t) => ({
    screenedBy: t.field({ type: SignalActorFilterInput, description: 'Who screened the signal.' }),
    viewedBy: t.field({ type: SignalActorFilterInput, description: 'Who viewed the signal.' }),
  }),
});

const ListEntryOrderInput = builder.inputType('ListEntryOrder', {
  description: 'In which order entries come.',
  fields: (t) => ({
    field: t.field({ type: ListEntryOrderField, required: true, description: 'What to sort by.' }),
    direction: t.field({ type: OrderDirection, required: true, defaultValue: 'desc', description: 'Which end first.' }),
  }),
});

const filterRules = z.object({ screenedBy: actorFilterRules, viewedBy: actorFilterRules }).nullish();

const entries = sortedListing('entries', {
  toolInput: listEntriesInput,
  order: ({ sortBy, sortOrder }: ListEntriesQuery) => ({
    direction: sortOrder ?? 'desc',
    keyOf: ({ id, createdAt, signal }: ListEntryRecord) => {
      const time = sortBy === 'signal_discovered_at' ? signal?.discoveredAt : createdAt;
      return { id, time: time?.getTime() ?? null };
    },
  }),
  fetchPage: async (query, page, context) => {
    const answer = await context.talent.listEntries({ ...query, ...page });
    primeListEntries(
      context,
      answer.items.filter((entry) => entry !== undefined),
    );
    return answer;
  },
});

builder.objectField(List, 'entries', (t) =>
  t.field({
    type: connectionType('ListEntry', ListEntry, ofTalent),
    extensions: toolCalls({ page: 'list_entries_list' }),
    description: `Its entries with their signals, newest first unless orderBy says otherwise; screened signals are shown. ${pageCost('list_entries_list')}`,
    listSize: pageListSize,
    args: {
      filter: t.arg({ type: ListEntryFilterInput, description: 'Which entries; omit for all.' }),
      orderBy: t.arg({ type: ListEntryOrderInput, description: 'The order; omit for the latest added first.' }),
      ...pageArguments(t.arg),
    },
    resolve: ({ id, record }, { filter, orderBy, first, after }, context) => {
      checkInput(filterRules, filter, ['filter']);
      // Its entries name it by id: what is known of it here need not be asked for there.
      if (record) listLoader(context).byId.prime(id, record);
      const query = {
        listId: id,
        screenedBy: filter?.screenedBy,
        viewedBy: filter?.viewedBy,
        sortBy: orderBy?.field,
        sortOrder: orderBy?.direction,
      };
      return entries(context, query, { first, after });
    },
  }),
);

builder.objectFields(Signal, (t) => ({
  lists: t.field({
    type: [List],
    extensions: toolCalls({ each: ['signals_entries'], shared: [{ tool: 'lists_list', beyond: idOnly }] }),
    description:
      'The lists that it was added to and the caller may see, each once. One signals_entries a signal; further fields than id cost one lists_list for all signals together.',
    resolve: async ({ id }, _, context, info) => {
      if (!selectsOnly(info, idOnly)) return (await signalListsLoader(context).load(id)).map(asListNode);
      const found = await signalEntriesLoader(context).load(id);
      return [...new Set(found.map(({ listId }) => listId))].map((listId) => ({ id: listId }));
    },
  }),
  listEntries: t.field({
    type: [ListEntry],
    extensions: toolCalls({ each: ['signals_entries'] }),
    description: 'Its entries on the lists that the caller may see. One signals_entries a signal.',
    resolve: async (signal, _, context, info) => {
      // Loads the lists of all signals together before entries ask for them one by one.
      if (childSelectsBeyond(info, 'list', idOnly)) await signalListsLoader(context).load(signal.id);
      const found = await signalEntriesLoader(context).load(signal.id);
      return found.map((entry) => ({ ...entry, signal: entry.signal ?? signal }));
    },
  }),
}));
