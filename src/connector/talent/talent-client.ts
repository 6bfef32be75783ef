import { toParameters } from '../../tools/talent/search-filter.ts';
import { talentTools as tools } from '../../tools/talent/talent-tools.ts';
import { type entryOrders, maxPageSize, type orderDirections } from '../../tools/talent/vocabulary.ts';
import type { OnceOptions, ToolSession } from '../tool-session.ts';
import type { SearchFilterInput } from '../../tools/talent/search.ts';

export interface Page {
  /** Number of the page, from 1. */
  page: number;
  limit: number;
}

interface LookupPage extends Page {
  search?: string | undefined;
}

/** `viewer` is the caller, `others` are all other users; true includes them, false excludes them. */
export interface ActorFilter {
  viewer?: boolean | null | undefined;
  others?: boolean | null | undefined;
  userIds?: readonly string[] | null | undefined;
  notUserIds?: readonly string[] | null | undefined;
}

export interface ListEntriesQuery {
  listId: string;
  screenedBy?: ActorFilter | null | undefined;
  viewedBy?: ActorFilter | null | undefined;
  sortBy?: (typeof entryOrders)[keyof typeof entryOrders] | undefined;
  sortOrder?: (typeof orderDirections)[keyof typeof orderDirections] | undefined;
}

interface NewSavedSearch {
  title: string;
  emoji?: string | undefined;
  filters: SearchFilterInput[];
  sharees: string[];
  visitedAt: Date;
}

/** Absent fields stay unchanged. */
type SavedSearchChange = { [Field in keyof NewSavedSearch]?: NewSavedSearch[Field] | undefined };

export type TalentClient = ReturnType<typeof createTalentClient>;

/** Each method makes one tool call and throws its ToolError. `keys` counts the loader keys served, for the trace. */
export function createTalentClient({ call }: ToolSession) {
  return {
    cities: ({ search, ...page }: LookupPage) => call(tools.cities_list, { search, ...wirePage(page) }),
    companies: ({ search, ids, ...page }: LookupPage & { ids?: string[] | undefined }) =>
      call(tools.companies_list, { search, ids, ...wirePage(page) }, { keys: ids?.length ?? 1 }),
    /** Returns the companies in any order; accepts at most `maxPageSize` ids. */
    companiesById: (ids: string[]) =>
      call(tools.companies_list, { ids, ...onePage }, { keys: ids.length, idParameter: 'ids' }),
    institutions: ({ search, ids, ...page }: LookupPage & { ids?: string[] | undefined }) =>
      call(tools.educations_list, { search, ids, ...wirePage(page) }, { keys: ids?.length ?? 1 }),
    institutionsById: (ids: string[]) =>
      call(tools.educations_list, { ids, ...onePage }, { keys: ids.length, idParameter: 'ids' }),

    lists: (keys = 1) => call(tools.lists_list, {}, { keys }),
    list: (id: string) => call(tools.lists_get, { id }),
    createList: ({ name, accesses }: { name: string; accesses: string[] }, once?: OnceOptions) =>
      call(tools.lists_create, { name, accesses }, once),
    renameList: ({ id, name }: { id: string; name: string }) => call(tools.lists_update, { id, name }),
    deleteList: (id: string) => call(tools.lists_delete, { id }),

    /** Returns undefined in place of each unreadable entry. */
    listEntries: (query: ListEntriesQuery & Page) =>
      call(tools.list_entries_list, { ...listEntriesInput(query), ...wirePage(query) }),
    listEntry: ({ listId, id }: { listId: string; id: string }) =>
      call(tools.list_entries_get, { list_id: listId, entry_id: id }),
    addToList: ({ listId, signalId }: { listId: string; signalId: string }, once?: OnceOptions) =>
      call(tools.list_entries_create, { list_id: listId, signal_id: signalId }, once),
    removeListEntry: ({ listId, id }: { listId: string; id: string }) =>
      call(tools.list_entries_delete, { list_id: listId, entry_id: id }),

    savedSearches: (keys = 1) => call(tools.searches_list, {}, { keys }),
    savedSearch: (id: string) => call(tools.searches_get, { id }),
    createSavedSearch: ({ visitedAt, ...search }: NewSavedSearch, once?: OnceOptions) =>
      call(tools.searches_create, { ...search, visited_at: visitedAt.getTime() }, once),
    updateSavedSearch: ({ visitedAt, ...change }: SavedSearchChange & { id: string }) =>
      call(tools.searches_update, { ...change, visited_at: visitedAt?.getTime() }),
    duplicateSavedSearch: (id: string, once?: OnceOptions) => call(tools.searches_duplicate, { id }, once),
    deleteSavedSearch: (id: string) => call(tools.searches_delete, { id }),
    savedSearchSignals: ({ id, ...page }: Page & { id: string }) =>
      call(tools.searches_signals_list, { id, ...wirePage(page) }),

    signal: (id: string) => call(tools.signals_get, { id }),
    signals: ({ filters, ...page }: Page & { filters: readonly SearchFilterInput[] }) =>
      call(tools.signals_list, { ...toParameters(filters), ...wirePage(page) }),
    /** Omits unreadable entries. */
    signalEntries: async (id: string) => {
      const { items } = await call(tools.signals_entries, { id });
      return items.filter((entry) => entry !== undefined);
    },
    signalsOfSamePerson: (id: string) => call(tools.signals_list_by_linkedin_id, { id }),
    markSignalViewed: (id: string) => call(tools.signal_mark_viewed, { signal_id: id }),
    screenSignal: (id: string) => call(tools.signal_screen, { signal_id: id }),
    unscreenSignal: (id: string) => call(tools.signal_unscreen, { signal_id: id }),
  };
}

/** The input of `list_entries_list`, without the page. */
export const listEntriesInput = ({ listId, screenedBy, viewedBy, sortBy, sortOrder }: ListEntriesQuery) => ({
  list_id: listId,
  screened_by: actorTexts(screenedBy),
  viewed_by: actorTexts(viewedBy),
  sort_by: sortBy,
  sort_order: sortOrder,
});

/** Returns `me`, `others` and user ids, with `-` before each excluded name or id; undefined for an empty filter. */
export function actorTexts(filter: ActorFilter | null | undefined): string[] | undefined {
  const toggle = (name: string, wanted: boolean | null | undefined) =>
    wanted == null ? [] : [wanted ? name : `-${name}`];
  const all = [
    ...toggle('me', filter?.viewer),
    ...toggle('others', filter?.others),
    ...(filter?.userIds ?? []),
    ...(filter?.notUserIds ?? []).map((id) => `-${id}`),
  ];
  return all.length > 0 ? all : undefined;
}

const onePage = { page: '1', limit: String(maxPageSize) };

/** The tools expect the numbers as texts. */
const wirePage = ({ page, limit }: Page) => ({ page: String(page), limit: String(limit) });
