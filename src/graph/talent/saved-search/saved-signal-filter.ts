import type { SavedSearchRecord } from '../../../tools/talent/search.ts';
import { filterKinds, splitByPrefix } from '../../../tools/talent/filter-kind.ts';
import { runnableFilters, toParameters } from '../../../tools/talent/search-filter.ts';
import type { FieldFilter } from '../../../tools/talent/signal-filter.ts';
import { minRelativeEpochMs } from '../../../tools/talent/vocabulary.ts';
import { builder } from '../../core/builder.ts';
import { fieldFilters, isSignalFilter, valueTypes } from '../signal/signal-filter.ts';

interface NameFilter {
  in: string[] | undefined;
  notIn: string[] | undefined;
}

interface ActorFilter {
  viewer: boolean | undefined;
  others: boolean | undefined;
  userIds: string[] | undefined;
  notUserIds: string[] | undefined;
}

interface DateRange {
  from: Date;
  to: Date;
}

interface DiscoveredFilter {
  between?: DateRange;
  withinDays?: number;
  since?: Date;
}

const SavedNameFilter = builder.objectRef<NameFilter>('SavedNameFilter').implement({
  description: 'Names to include and to exclude, in exact spelling.',
  fields: (t) => ({
    in: t.exposeStringList('in', {
      description: 'A signal must have one of these names; null if names are not restricted.',
    }),
    notIn: t.exposeStringList('notIn', {
      description: 'A signal must have none of these names; null if no name is excluded.',
    }),
  }),
});

const SavedActorFilter = builder.objectRef<ActorFilter>('SavedActorFilter').implement({
  description: 'Selects signals by the users who screened them.',
  fields: (t) => ({
    viewer: t.exposeBoolean('viewer', {
      description:
        'True if the filter includes the user who reads the search, false if it excludes them, null if it does neither.',
    }),
    others: t.exposeBoolean('others', {
      description:
        'True if the filter includes all users except the reader of the search, false if it excludes them, null if it does neither.',
    }),
    userIds: t.exposeIDList('userIds', { description: 'IDs of the included `TalentUser`s; null if there are none.' }),
    notUserIds: t.exposeIDList('notUserIds', {
      description: 'IDs of the excluded `TalentUser`s; null if there are none.',
    }),
  }),
});

const SavedDateRange = builder.objectRef<DateRange>('SavedDateRange').implement({
  description: 'A range of days in UTC, including the first and the last.',
  fields: (t) => ({
    from: t.expose('from', { type: 'Date', nullable: false, description: 'First day of the range.' }),
    to: t.expose('to', { type: 'Date', nullable: false, description: 'Last day of the range.' }),
  }),
});

const SavedDiscoveredFilter = builder.objectRef<DiscoveredFilter>('SavedDiscoveredFilter').implement({
  description: 'Selects signals by the time at which the service discovered them. Exactly one field is set.',
  fields: (t) => ({
    between: t.expose('between', {
      type: SavedDateRange,
      description: 'Discovered on a day of this range; null if another field is set.',
    }),
    withinDays: t.exposeInt('withinDays', {
      description: 'Discovered within this number of days before now; null if another field is set.',
    }),
    since: t.expose('since', {
      type: 'DateTime',
      description: 'Discovered at or after this time; null if another field is set.',
    }),
  }),
});

const outputTypes = {
  ...valueTypes,
  SignalNameFilter: SavedNameFilter,
  SignalActorFilter: SavedActorFilter,
} as const;

interface SavedFilter {
  /** Values by field of `SignalFilter`; undefined if the field filters nothing. */
  fields: Record<string, FieldValue | undefined>;
  discovered: DiscoveredFilter | undefined;
}

type FieldValue = string | number | Date | string[] | NameFilter | ActorFilter;

export const SavedSignalFilter = builder.objectRef<SavedFilter>('SavedSignalFilter').implement({
  description:
    'The filters of a saved search, with the fields of `SignalFilter`. A field that filters nothing is null. An object with all fields is a valid `SignalFilter` once `__typename` and nulls are removed.',
  fields: (t) => ({
    ...Object.fromEntries(
      fieldFilters.map(({ field, type, description }) => [
        field,
        t.field({ type: outputTypes[type], description, resolve: ({ fields }) => fields[field] }),
      ]),
    ),
    discovered: t.field({
      type: SavedDiscoveredFilter,
      description: 'Time at which the service discovered the signal.',
      resolve: ({ discovered }) => discovered,
    }),
  }),
});

type StoredFilters = SavedSearchRecord['filters'];

export const isApplied = (filter: StoredFilters[number]) => runnableFilters([filter]).length > 0;

/** The inverse of `readSignalFilter`; null if `SignalFilter` cannot express the filters. */
export function savedSignalFilter(filters: StoredFilters): SavedFilter | null {
  // `SignalFilter` can express two filters with one key only if one includes and the other excludes values.
  const conditions = new Set(filters.map(({ key, operator }) => `${key} ${operator === 'not_in'}`));
  if (conditions.size < filters.length || !filters.every(isApplied)) return null;
  const parameters = new Map(Object.entries(toParameters(filters)));
  const valuesOf = (key: string) => [parameters.get(key) ?? []].flat();
  const fields = fieldFilters.map(({ field, key, kind }) => {
    const values = valuesOf(key);
    return [field, values.length > 0 ? fieldValues[kind](values) : undefined] as const;
  });
  const saved = {
    fields: Object.fromEntries(fields),
    discovered: discoveredFilter(valuesOf('time_range'), valuesOf('time_relative')),
  };
  return isSignalFilter({ ...saved.fields, discovered: saved.discovered }) ? saved : null;
}

/** Groups of users that `SignalFilter` includes or excludes by a boolean, not by ids. */
const flagActors: ReadonlySet<string> = new Set(['me', 'others']);

const fieldValues: Record<FieldFilter['kind'], (values: string[]) => FieldValue | undefined> = {
  anyOf: (values) => values,
  overlaps: (values) => values,
  names: (values) => {
    const { included, excluded } = splitByPrefix(values, filterKinds.names.prefix);
    return { in: omitEmpty(included), notIn: omitEmpty(excluded) };
  },
  screenedBy: (values) => {
    const { included, excluded } = splitByPrefix(values, filterKinds.screenedBy.prefix);
    const flag = (actor: string) => {
      if (included.includes(actor)) return true;
      return excluded.includes(actor) ? false : undefined;
    };
    return {
      viewer: flag('me'),
      others: flag('others'),
      userIds: omitEmpty(included.filter((actor) => !flagActors.has(actor))),
      // If `me` is included and excluded, keep `me` in this list, so that `isSignalFilter` rejects the filter.
      notUserIds: omitEmpty(excluded.filter((actor) => !flagActors.has(actor) || included.includes(actor))),
    };
  },
  words: ([text]) => text,
  atLeast: ([minimum]) => Number(minimum),
  after: ([epochMs]) => new Date(Number(epochMs)),
};

const omitEmpty = (values: string[]) => (values.length > 0 ? values : undefined);

function discoveredFilter([from, to]: string[], [relative]: string[]): DiscoveredFilter | undefined {
  if (from === undefined && relative === undefined) return undefined;
  const time = Number(relative);
  return {
    ...(from !== undefined && to !== undefined && { between: { from: new Date(from), to: new Date(to) } }),
    ...(relative !== undefined && (time < minRelativeEpochMs ? { withinDays: time } : { since: new Date(time) })),
  };
}
