import { z } from 'zod';
import type { SearchFilterInput as ConnectorFilter } from '../../../connector/talent/records.ts';
import { searchEmoji } from '../../../tools/talent/text-rules.ts';
import { maxSearchTitleLength } from '../../../tools/talent/vocabulary.ts';
import { builder } from '../../core/builder.ts';
import { InvalidInputError } from '../../errors/errors.ts';
import { checkInput, idsRule } from '../../core/input.ts';
import { readSignalFilter, SignalFilterInput } from '../signal/signal-filter.ts';

const SearchFilterInput = builder.inputType('SearchFilterInput', {
  description: 'One filter as the service stores it, for what the typed filter cannot say.',
  fields: (t) => ({
    key: t.string({ required: true, description: 'A parameter name of signals_list: country, score, …' }),
    operator: t.string({
      required: true,
      description: 'in, not_in, gte, contains, between, after or within_days; which of them depends on the key.',
    }),
    value: t.field({ type: 'JSON', required: true, description: 'Of the shape that key and operator take.' }),
  }),
});

export const CreateSavedSearchInput = builder.inputType('CreateSavedSearchInput', {
  description: 'A new saved search: exactly one of filters and filter.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'Title, 1 to 50 characters.' }),
    emoji: t.string({ description: 'An emoji to tell it by.' }),
    filters: t.field({ type: [SearchFilterInput], description: "The filters as the service's own objects." }),
    filter: t.field({ type: SignalFilterInput, description: 'The same typed filter that Query.signals takes.' }),
    sharees: t.idList({
      required: true,
      defaultValue: [],
      description: 'Ids of talent users who may see and edit it too.',
    }),
    visitedAt: t.field({ type: 'DateTime', description: 'When its results were last looked at; now when omitted.' }),
  }),
});

export const UpdateSavedSearchInput = builder.inputType('UpdateSavedSearchInput', {
  description: 'What to change of a saved search: what is omitted or null stays. At most one of filters and filter.',
  fields: (t) => ({
    title: t.string({ description: 'Title, 1 to 50 characters.' }),
    emoji: t.string({ description: 'An emoji to tell it by; an empty text takes it away.' }),
    filters: t.field({ type: [SearchFilterInput], description: "Replaces all filters, as the service's own objects." }),
    filter: t.field({ type: SignalFilterInput, description: 'Replaces all filters by a typed one.' }),
    sharees: t.idList({ description: 'Replaces all sharees; ids of talent users.' }),
    visitedAt: t.field({ type: 'DateTime', description: 'When its results were last looked at.' }),
  }),
});

const rules = z.object({
  title: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(maxSearchTitleLength, `must be at most ${maxSearchTitleLength} characters`)
    .nullish(),
  emoji: searchEmoji.nullish(),
  sharees: idsRule,
});

/** What create and update check alike. @throws InvalidInputError */
export function checkSavedSearch(input: object): void {
  checkInput(rules, input, ['input']);
}

interface GivenFilters {
  filters?: readonly { key: string; operator: string; value?: unknown }[] | null | undefined;
  filter?: object | null | undefined;
}

/** The filters that were given either way; nothing when neither was. @throws InvalidInputError when both were */
export function givenFilters({ filters, filter }: GivenFilters): ConnectorFilter[] | undefined {
  if (filters && filter) {
    throw new InvalidInputError([{ path: ['input', 'filter'], message: 'must not be given together with filters' }]);
  }
  if (filter) return readSignalFilter(filter, ['input', 'filter']);
  return filters?.map(({ key, operator, value }, index) => ({
    key,
    operator,
    value: jsonValue(value, ['input', 'filters', String(index), 'value']),
  }));
}

const deepestValue = 10;

function jsonValue(value: unknown, path: string[]): ConnectorFilter['value'] {
  if (!isWithinDepth(value, deepestValue)) {
    throw new InvalidInputError([{ path, message: `must not be nested more than ${deepestValue} deep` }]);
  }
  const read = z.json().safeParse(value);
  if (read.success) return read.data;
  throw new InvalidInputError([{ path, message: 'must be JSON' }]);
}

/** Looks no deeper than the depth that is allowed, whatever the caller sent. */
const isWithinDepth = (value: unknown, depth: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((inner) => isWithinDepth(inner, depth - 1)));
