import type { SavedSearchRecord } from '../../../tools/talent/search.ts';
import type { Page } from '../../../connector/talent/talent-client.ts';
import { maxSearchTitleLength } from '../../../tools/talent/vocabulary.ts';
import { builder, eventTime } from '../../core/builder.ts';
import type { GraphContext } from '../../core/context.ts';
import { entityById, fieldById } from '../../core/entities.ts';
import { idOf, toolCalls } from '../../../operation/cost/call-cost.ts';
import { oneOrAllLoader, perOperation } from '../../core/loader.ts';
import { talentSource } from '../../../operation/type-source.ts';
import { pageArguments, pageCost } from '../../pagination/connection.ts';
import { keysetListing } from '../../pagination/keyset-listing.ts';
import { newestFirst, SignalConnection } from '../signal/signal.ts';
import { primeSignals } from '../signal/signal-loaders.ts';
import { TalentUser } from '../talent-user.ts';
import { isApplied, SavedSignalFilter, savedSignalFilter } from './saved-signal-filter.ts';

const SearchFilter = builder.objectRef<SavedSearchRecord['filters'][number]>('SearchFilter').implement({
  description: "One filter of a saved search, in the service's format.",
  fields: (t) => ({
    key: t.exposeString('key', {
      nullable: false,
      description:
        'Parameter of `signals_list` that the filter sets, for example `country`. A filter with an unknown key is returned but not applied.',
    }),
    operator: t.exposeString('operator', {
      nullable: false,
      description: 'Comparison: `in`, `not_in`, `gte`, `contains`, `between`, `after` or `within_days`.',
    }),
    value: t.expose('value', {
      type: 'JSON',
      nullable: false,
      description:
        'Value to compare with. Its JSON type depends on `key` and `operator`, for example a list for `in` and a number for `gte`.',
    }),
    isApplied: t.boolean({
      nullable: false,
      description:
        'Whether signals must match the filter; false if the service does not know its key or operator, or rejects its value.',
      resolve: isApplied,
    }),
  }),
});

export async function fetchMatches({ id }: { id: string }, page: Page, context: GraphContext) {
  const result = await context.talent.savedSearchSignals({ id, ...page });
  primeSignals(context, result.items);
  return result;
}

const matches = keysetListing('signals', {
  order: newestFirst,
  toolInput: (query: { id: string }) => query,
  fetchPage: fetchMatches,
});

const allSearches = toolCalls({ batched: [{ tool: 'searches_list' }] });

export const SavedSearch = builder.objectRef<SavedSearchRecord>('SavedSearch').implement({
  description: 'A stored search for signals, private to its creator or shared with other users.',
  extensions: { ...talentSource, ...allSearches },
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'ID of the saved search.' }),
    title: t.exposeString('title', {
      nullable: false,
      description: `Display title, at most ${maxSearchTitleLength} characters.`,
    }),
    emoji: t.exposeString('emoji', { description: 'Emoji shown next to the title; null if none is set.' }),
    filters: t.expose('filters', {
      type: [SearchFilter],
      nullable: false,
      description: "Filters in the service's format; a signal must match all of them.",
    }),
    filter: t.field({
      type: SavedSignalFilter,
      description:
        'The content of `filters` in the form of `SignalFilter`, for example to edit the filters: select all fields, remove `__typename` and nulls, then pass the object to `updateSavedSearch`, which replaces all filters. Null if `SignalFilter` cannot express `filters`, for example because the service ignores one of them, two have the same key and operator, or two contradict each other.',
      resolve: ({ filters }) => savedSignalFilter(filters),
    }),
    sharees: t.expose('sharees', {
      type: [TalentUser],
      nullable: false,
      description: 'Users besides the creator who can see and edit the saved search.',
    }),
    visitedAt: t.expose('visitedAt', eventTime('a user of the saved search last viewed its results')),
    creator: t.expose('creator', {
      type: TalentUser,
      description: 'User who created the saved search; only they can delete it. Null if unknown.',
    }),
    createdAt: t.expose('createdAt', eventTime('the saved search was created')),
    signals: t.field({
      type: SignalConnection,
      extensions: toolCalls({ page: 'searches_signals_list' }),
      description: `Signals that currently match the search, newest first. Leaves out signals that the caller has screened, unless a filter has the key \`screened_by\`. ${pageCost('searches_signals_list')}`,
      args: pageArguments(t.arg),
      resolve: ({ id }, slice, context) => matches(context, { id }, slice),
    }),
  }),
});

export const savedSearchLoader = perOperation((context) =>
  oneOrAllLoader(context, { one: context.talent.savedSearch, all: context.talent.savedSearches }),
);

const findSearch = (id: string, context: GraphContext) => savedSearchLoader(context).byId.load(id);

entityById(SavedSearch, findSearch);

fieldById('savedSearch', {
  type: SavedSearch,
  extensions: toolCalls({ lookup: { keyOf: idOf }, batched: [{ tool: 'searches_get' }] }),
  description:
    'A saved search by ID; null if it does not exist or the caller cannot see it. Costs one `searches_get` call; several saved searches in an operation share one call.',
  idDescription: 'ID of the saved search.',
  find: findSearch,
});

builder.queryField('savedSearches', (t) =>
  t.field({
    type: [SavedSearch],
    extensions: allSearches,
    description:
      'All saved searches that the caller can see, newest first. Costs one `searches_list` call per operation.',
    resolve: (_, _args, context) => savedSearchLoader(context).loadAll(),
  }),
);
