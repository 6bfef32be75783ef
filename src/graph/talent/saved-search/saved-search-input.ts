import { z } from 'zod';
import type { SearchFilterInput as ConnectorFilter } from '../../../connector/talent/records.ts';
import { searchEmoji, searchTitle } from '../../../tools/talent/text-rules.ts';
import { maxSearchTitleLength } from '../../../tools/talent/vocabulary.ts';
import { builder } from '../../core/builder.ts';
import { InvalidInputError } from '../../errors/errors.ts';
import { checkInput, idsRule } from '../../core/input.ts';
import { readSignalFilter, SignalFilterInput } from '../signal/signal-filter.ts';

const maxValueDepth = 10;

const SearchFilterInput = builder.inputType('SearchFilterInput', {
  description: "One filter in the service's format, for conditions that `SignalFilter` cannot express.",
  fields: (t) => ({
    key: t.string({ required: true, description: 'Parameter of `signals_list`, for example `country` or `score`.' }),
    operator: t.string({
      required: true,
      description:
        'Comparison: `in`, `not_in`, `gte`, `contains`, `between`, `after` or `within_days`. The valid ones depend on the key.',
    }),
    value: t.field({
      type: 'JSON',
      required: true,
      description: `Value to compare with, nested at most ${maxValueDepth} levels deep; its JSON type depends on \`key\` and \`operator\`.`,
    }),
  }),
});

export const CreateSavedSearchInput = builder.inputType('CreateSavedSearchInput', {
  description: 'Input of `createSavedSearch`. Exactly one of `filters` and `filter` is required.',
  fields: (t) => ({
    title: t.string({ required: true, description: `Display title, 1 to ${maxSearchTitleLength} characters.` }),
    emoji: t.string({ description: 'A single emoji to show next to the title.' }),
    filters: t.field({ type: [SearchFilterInput], description: "Filters in the service's format." }),
    filter: t.field({ type: SignalFilterInput, description: 'Typed filter, as `Query.signals` takes it.' }),
    sharees: t.idList({
      required: true,
      defaultValue: [],
      description: 'IDs of the talent users who can also see and edit the saved search.',
    }),
    visitedAt: t.field({
      type: 'DateTime',
      description: 'Time at which the results were last viewed. Defaults to now.',
    }),
  }),
});

export const UpdateSavedSearchInput = builder.inputType('UpdateSavedSearchInput', {
  description:
    'Changes to a saved search. Fields that are omitted or null stay unchanged. At most one of `filters` and `filter` is allowed.',
  fields: (t) => ({
    title: t.string({ description: `New display title, 1 to ${maxSearchTitleLength} characters.` }),
    emoji: t.string({ description: 'A single emoji to show next to the title; an empty string removes it.' }),
    filters: t.field({
      type: [SearchFilterInput],
      description: "Filters in the service's format that replace all existing filters.",
    }),
    filter: t.field({ type: SignalFilterInput, description: 'Typed filter that replaces all existing filters.' }),
    sharees: t.idList({ description: 'IDs of the talent users that replace all existing sharees.' }),
    visitedAt: t.field({ type: 'DateTime', description: 'Time at which the results were last viewed.' }),
  }),
});

const rules = z.object({
  title: searchTitle.nullish(),
  emoji: searchEmoji.nullish(),
  sharees: idsRule,
});

/** Checks the rules of both mutations. @throws InvalidInputError naming each invalid field */
export function checkSavedSearch(input: object): void {
  checkInput(rules, input, ['input']);
}

interface FilterFields {
  filters?: readonly { key: string; operator: string; value?: unknown }[] | null | undefined;
  filter?: object | null | undefined;
}

/** The filters from either field; undefined without both. @throws InvalidInputError if both are set */
export function readFilters({ filters, filter }: FilterFields): ConnectorFilter[] | undefined {
  if (filters && filter) {
    throw new InvalidInputError([{ path: ['input', 'filter'], message: 'must not be combined with filters' }]);
  }
  if (filter) return readSignalFilter(filter, ['input', 'filter']);
  return filters?.map(({ key, operator, value }, index) => ({
    key,
    operator,
    value: jsonValue(value, ['input', 'filters', String(index), 'value']),
  }));
}

function jsonValue(value: unknown, path: string[]): ConnectorFilter['value'] {
  if (!isWithinDepth(value, maxValueDepth)) {
    throw new InvalidInputError([{ path, message: `must not be nested more than ${maxValueDepth} deep` }]);
  }
  const read = z.json().safeParse(value);
  if (read.success) return read.data;
  throw new InvalidInputError([{ path, message: 'must be JSON' }]);
}

/** Recurses at most `depth` levels, so that hostile input cannot exhaust the stack. */
const isWithinDepth = (value: unknown, depth: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((inner) => isWithinDepth(inner, depth - 1)));
