import { z } from 'zod';
import type { SearchFilterInput as ConnectorFilter } from '../../../tools/talent/search.ts';
import { pastDate } from '../../../tools/rules/date-bounds.ts';
import { filterKinds } from '../../../tools/talent/filter-kind.ts';
import { filterEntries } from '../../../tools/talent/signal-filter.ts';
import { maxSearchTitleLength } from '../../../tools/talent/vocabulary.ts';
import { builder } from '../../core/builder.ts';
import { invalidInput } from '../../core/input.ts';
import { matchesNothing, readSignalFilter, SignalFilterInput } from '../signal/signal-filter.ts';

const maxValueDepth = 10;

/** How far the clock of a client that marks visits may be ahead. */
const maxClockLeadMs = 5 * 60_000;

export const visitTimeRule = (now: Date) => pastDate(now, maxClockLeadMs);

const filterKeys = filterEntries
  .map(([key, { kind }]) => `\`${key}\` (${filterKinds[kind].operators.map((name) => `\`${name}\``).join(', ')})`)
  .join(', ');

const SearchFilterInput = builder.inputType('SearchFilterInput', {
  description: "One filter in the service's format, for conditions that `SignalFilter` cannot express.",
  fields: (t) => ({
    key: t.string({
      required: true,
      description: `Parameter of \`signals_list\` to set, with the operators that it accepts: ${filterKeys}.`,
    }),
    operator: t.string({
      required: true,
      description:
        'Comparison: `in`, `not_in`, `gte`, `contains`, `between`, `after` or `within_days`. Each key accepts only some of these operators, see the description of `key`.',
    }),
    value: t.field({
      type: 'JSON',
      required: true,
      description: `Value to compare with, nested at most ${maxValueDepth} levels deep. Its JSON type depends on \`key\` and \`operator\`: \`["Germany"]\` for \`country\` with \`in\`, \`8\` for \`score\` with \`gte\`.`,
    }),
  }),
});

export const CreateSavedSearchInput = builder.inputType('CreateSavedSearchInput', {
  description: 'Title, filters and sharing of a new saved search. Set exactly one of `filters` and `filter`.',
  fields: (t) => ({
    title: t.string({ required: true, description: `Display title, 1 to ${maxSearchTitleLength} characters.` }),
    emoji: t.string({ description: 'A single emoji to show next to the title.' }),
    filters: t.field({
      type: [SearchFilterInput],
      description: "Filters in the service's format; a signal must match all of them.",
    }),
    filter: t.field({ type: SignalFilterInput, description: 'Filter in the same form as for `Query.signals`.' }),
    sharees: t.idList({
      defaultValue: [],
      description:
        'IDs of the `TalentUser`s to share with, from `Query.talentUsers`: they can see and edit the saved search besides the caller.',
    }),
    visitedAt: t.field({
      type: 'DateTime',
      description: 'Time at which the results were last viewed; must not be in the future. Defaults to now.',
    }),
  }),
});

export const UpdateSavedSearchInput = builder.inputType('UpdateSavedSearchInput', {
  description:
    'Changes to a saved search. Omitted and null fields stay unchanged. Set at most one of `filters` and `filter`.',
  fields: (t) => ({
    title: t.string({ description: `New display title, 1 to ${maxSearchTitleLength} characters.` }),
    emoji: t.string({
      description: 'A single emoji to show next to the title. An empty string removes the current emoji.',
    }),
    filters: t.field({
      type: [SearchFilterInput],
      description: "New filters in the service's format; they replace all existing filters.",
    }),
    filter: t.field({
      type: SignalFilterInput,
      description: 'New filter in the same form as for `Query.signals`; it replaces all existing filters.',
    }),
    sharees: t.idList({
      description:
        'IDs of the `TalentUser`s to share with, from `Query.talentUsers`; they replace all existing sharees.',
    }),
    visitedAt: t.field({
      type: 'DateTime',
      description: 'Time at which the results were last viewed; must not be in the future.',
    }),
  }),
});

/** @throws InvalidInputError if `filters` and `filter` are both set, or if either is invalid */
export function readFilters({
  filters,
  filter,
}: typeof UpdateSavedSearchInput.$inferInput): ConnectorFilter[] | undefined {
  if (filters && filter) throw invalidInput(['input', 'filter'], 'must not be combined with filters');
  if (filter) {
    const read = readSignalFilter(filter, ['input', 'filter']);
    if (read.some(matchesNothing)) throw invalidInput(['input', 'filter'], 'must not contain an empty list');
    return read;
  }
  return filters?.map(({ key, operator, value }, index) => ({
    key,
    operator,
    value: readJson(value, ['input', 'filters', String(index), 'value']),
  }));
}

function readJson(value: unknown, path: string[]): ConnectorFilter['value'] {
  if (!isWithinDepth(value, maxValueDepth)) {
    throw invalidInput(path, `must not be nested more than ${maxValueDepth} levels deep`);
  }
  const read = z.json().safeParse(value);
  if (read.success) return read.data;
  throw invalidInput(path, 'must be JSON');
}

/** Recurses at most `depth` levels, so that hostile input cannot exhaust the stack. */
const isWithinDepth = (value: unknown, depth: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((inner) => isWithinDepth(inner, depth - 1)));
