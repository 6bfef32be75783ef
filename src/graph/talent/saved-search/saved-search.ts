import type { SavedSearchRecord } from '../../../connector/talent/records.ts';
import { builder } from '../../core/builder.ts';
import { idOf, toolCalls } from '../../cost/call-cost.ts';
import { oneOrAllLoader, perOperation } from '../../core/loader.ts';
import { ofTalent } from '../../core/ownership.ts';
import { pageArguments, pageCost, pageListSize } from '../../pagination/connection.ts';
import { sortedListing } from '../../pagination/sorted-listing.ts';
import { newestFirst, SignalConnection } from '../signal/signal.ts';
import { primeSignals } from '../signal/signal-loaders.ts';
import { TalentUser } from '../talent-user.ts';

const SearchFilter = builder.objectRef<SavedSearchRecord['filters'][number]>('SearchFilter').implement({
  description: 'One filter of a saved search, as the service stores it.',
  fields: (t) => ({
    key: t.exposeString('key', { nullable: false, description: 'What is filtered: a parameter name of signals_list.' }),
    operator: t.exposeString('operator', {
      nullable: false,
      description: 'How: in, not_in, gte, contains, between, after or within_days.',
    }),
    value: t.expose('value', {
      type: 'JSON',
      nullable: false,
      description: 'Of the shape that key and operator take.',
    }),
  }),
});

const matches = sortedListing('signals', {
  order: newestFirst,
  toolInput: (query: { id: string }) => query,
  fetchPage: async ({ id }, page, context) => {
    const answer = await context.talent.savedSearchSignals({ id, ...page });
    primeSignals(context, answer.items);
    return answer;
  },
});

const allSearches = toolCalls({ shared: [{ tool: 'searches_list' }] });

export const SavedSearch = builder.objectRef<SavedSearchRecord>('SavedSearch').implement({
  description: 'A search that somebody keeps, alone or with others.',
  extensions: { ...ofTalent, ...allSearches },
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'Id.' }),
    title: t.exposeString('title', { nullable: false, description: 'Title, at most 50 characters.' }),
    emoji: t.exposeString('emoji', { description: 'An emoji to tell it by; null without one.' }),
    filters: t.expose('filters', { type: [SearchFilter], nullable: false, description: 'All of them must hold.' }),
    sharees: t.expose('sharees', {
      type: [TalentUser],
      nullable: false,
      description: 'Who besides the creator may see and edit it.',
    }),
    visitedAt: t.expose('visitedAt', { type: 'DateTime', description: 'When its results were last looked at.' }),
    creator: t.expose('creator', { type: TalentUser, description: 'Who created it and alone may delete it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    signals: t.field({
      type: SignalConnection,
      extensions: toolCalls({ page: 'searches_signals_list' }),
      description: `Signals that match now, newest first, without those that the caller screened unless a filter says otherwise. ${pageCost('searches_signals_list')}`,
      listSize: pageListSize,
      args: pageArguments(t.arg),
      resolve: ({ id }, slice, context) => matches(context, { id }, slice),
    }),
  }),
});

export const savedSearchLoader = perOperation(({ talent }) =>
  oneOrAllLoader({ one: talent.savedSearch, all: talent.savedSearches }),
);

builder.asEntity(SavedSearch, {
  key: builder.selection<{ id: string }>('id'),
  resolveReference: async ({ id }, context) => savedSearchLoader(context).byId.load(id),
});

builder.queryField('savedSearch', (t) =>
  t.field({
    type: SavedSearch,
    extensions: toolCalls({ find: { keyOf: idOf }, shared: [{ tool: 'searches_get' }] }),
    description: 'A saved search by id; null when there is none that the caller may see. One searches_get.',
    args: { id: t.arg.id({ required: true, description: 'Id of the saved search.' }) },
    resolve: (_, { id }, context) => savedSearchLoader(context).byId.load(id),
  }),
);

builder.queryField('savedSearches', (t) =>
  t.field({
    type: [SavedSearch],
    extensions: allSearches,
    description: 'All saved searches that the caller may see, newest first. One searches_list.',
    resolve: (_, _args, context) => savedSearchLoader(context).loadAll(),
  }),
);
