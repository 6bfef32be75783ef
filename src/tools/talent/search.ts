import { z } from 'zod';
import { nonEmptyText } from '../rules/field-rules.ts';
import { acknowledgement, createdRecord, recordOrAcknowledgement } from '../change.ts';
import { field, optional, shapeOf } from '../record-fields.ts';
import { epochMs } from '../rules/date-bounds.ts';
import { defineTools, type ToolInput } from '../tool.ts';
import { epochInstant, instant, lenient, listOf, wireObject } from '../wire.ts';
import { talentId } from './lookup.ts';
import { pageInput, pageOf } from './page.ts';
import { signalPayload, talentUserPayload } from './signal.ts';
import { filterIssues } from './search-filter.ts';
import { searchEmoji, searchTitle } from './text-rules.ts';
import { maxSearchTitleLength } from './vocabulary.ts';

const filterPayload = wireObject({
  key: z.string(),
  operator: z.string(),
  // Replace a missing value by an empty list, which filters nothing.
  value: z
    .unknown()
    .optional()
    .transform((value): NonNullable<unknown> => value ?? []),
});

export const searchFields = {
  id: talentId,
  title: field.text(maxSearchTitleLength),
  emoji: optional({ payload: z.string(), imported: searchEmoji }),
};

export const searchPayload = wireObject({
  ...shapeOf(searchFields, 'payload'),
  filters: listOf(filterPayload),
  sharees: listOf(talentUserPayload),
  visited_at: lenient(epochInstant),
  creator: talentUserPayload.nullish(),
  created_at: lenient(instant),
});
export interface SavedSearchRecord extends z.output<typeof searchPayload> {}

/** A payload that lacks one of these keys is not a full saved search: it only confirms the change. */
const searchKeys = ['id', 'title', 'filters', 'sharees'];

// Accept any key and operator here; `filterIssues` checks whether they exist and fit together.
const filterInput = z.strictObject({
  key: z.string().describe('A parameter name of signals_list.'),
  operator: z.string().describe('in, not_in, gte, contains, between, after or within_days.'),
  value: z.json().describe('A value of the form that the key and the operator require.'),
});

const title = searchTitle.describe(`Display name, 1 to ${maxSearchTitleLength} characters.`);
const emoji = searchEmoji.describe('One emoji, or an empty text for none.');
const filters = z
  .array(filterInput)
  .superRefine((value, context) => {
    for (const { path, message } of filterIssues(value)) context.addIssue({ code: 'custom', path, message });
  })
  .describe('All filters; a signal must match each of them.');
const sharees = z.array(nonEmptyText).describe('Ids of all users who may see and edit the saved search.');
const visitedAt = epochMs.describe('When the results were last viewed, in epoch milliseconds.');
const id = nonEmptyText.describe('Id of the saved search.');
const byId = z.strictObject({ id });

export const searchTools = defineTools('talent', {
  searches_list: {
    description: 'Get all saved searches that the caller can access, newest first.',
    class: 'read',
    input: z.strictObject({}),
    output: wireObject({ items: z.array(searchPayload) }),
  },
  searches_get: {
    description: 'Get a saved search with its filters and sharees.',
    class: 'read',
    input: byId,
    output: searchPayload,
  },
  searches_create: {
    description: 'Create a saved search.',
    class: 'once',
    input: z.strictObject({ title, filters, sharees, visited_at: visitedAt, emoji: emoji.optional() }),
    output: createdRecord(searchPayload, searchKeys),
  },
  searches_update: {
    description: 'Update a saved search. Omitted fields stay unchanged; filters and sharees are replaced as a whole.',
    class: 'repeatable',
    input: z.strictObject({
      id,
      title: title.optional(),
      emoji: emoji.optional(),
      filters: filters.optional(),
      sharees: sharees.optional(),
      visited_at: visitedAt.optional(),
    }),
    output: recordOrAcknowledgement(searchPayload, searchKeys),
  },
  searches_duplicate: {
    description: 'Copy a saved search with its filters and settings; the caller is the creator of the copy.',
    class: 'once',
    input: byId,
    output: createdRecord(searchPayload, searchKeys),
  },
  searches_delete: {
    description: 'Permanently delete a saved search; only its creator may do so.',
    class: 'repeatable',
    input: byId,
    output: acknowledgement,
  },
  searches_signals_list: {
    description: "Get the signals that match a saved search's filters, with full profiles, newest first.",
    class: 'read',
    input: z.strictObject({ id, ...pageInput }),
    output: pageOf(signalPayload),
  },
});

export type SearchFilterInput = ToolInput<typeof searchTools.searches_create>['filters'][number];
