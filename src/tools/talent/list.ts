import { z } from 'zod';
import { nonEmptyText } from '../rules/field-rules.ts';
import { acknowledgement, createdRecord, recordOrAcknowledgement } from '../change.ts';
import { defineTools } from '../tool.ts';
import { instant, lenient, listOf, wireObject } from '../wire.ts';
import { pageInput, pageOf } from './page.ts';
import { signalPayload, talentUserPayload } from './signal.ts';
import { actorsParameter } from './filter-parameters.ts';
import { listName } from './text-rules.ts';
import { entryOrders, maxListNameLength, orderDirections } from './vocabulary.ts';

const listShape = {
  id: z.string(),
  name: lenient(z.string()),
  accesses: listOf(talentUserPayload),
  creator: talentUserPayload.nullish(),
  created_at: lenient(instant),
  entry_count: lenient(z.int().nonnegative()),
};

export const listPayload = wireObject(listShape);
export interface ListRecord extends z.output<typeof listPayload> {}

/** A list with its entries, without profiles; `list_entries_list` returns entries with full profiles. */
const listWithEntriesPayload = wireObject({
  ...listShape,
  entries: listOf(wireObject({ id: z.string(), signal_id: lenient(z.string()), created_at: lenient(instant) })),
});

/** An entry of a list. Only some tools include `signal`, with its full profile; their descriptions say so. */
const listEntryPayload = wireObject({
  id: z.string(),
  list_id: z.string(),
  signal_id: z.string(),
  signal: signalPayload.nullish(),
  created_at: lenient(instant),
  added_by: talentUserPayload.nullish(),
});
export interface ListEntryRecord extends z.output<typeof listEntryPayload> {}

/** The connector replaces unreadable entries with `undefined`. */
const entryOrDropped = listEntryPayload.optional();

/** A payload that lacks one of these keys is not a full list: it only confirms the change. */
const listKeys = ['id', 'name', 'accesses'];

const listId = nonEmptyText.describe('Id of the list.');
const entryId = nonEmptyText.describe('Id of the entry.');
const signalId = nonEmptyText.describe('Id of the signal.');
const byId = z.strictObject({ id: listId });
const name = listName.describe(`Display name, 1 to ${maxListNameLength} characters.`);

export const listTools = defineTools('talent', {
  lists_list: {
    description: 'Get all lists that the caller can access, newest first.',
    class: 'read',
    input: z.strictObject({}),
    output: wireObject({ items: z.array(listPayload) }),
  },
  lists_get: {
    description: 'Get a list with the ids of its entries, its accesses and its creator.',
    class: 'read',
    input: byId,
    output: listWithEntriesPayload,
  },
  lists_create: {
    description: 'Create a list. The creator always has access; without further accesses the list is private.',
    class: 'once',
    input: z.strictObject({
      name,
      accesses: z.array(nonEmptyText).optional().describe('Ids of further users who may see and edit the list.'),
    }),
    output: createdRecord(listPayload, listKeys),
  },
  lists_update: {
    description: 'Rename a list.',
    class: 'repeatable',
    input: z.strictObject({ id: listId, name }),
    output: recordOrAcknowledgement(listPayload, listKeys),
  },
  lists_delete: {
    description: 'Permanently delete a list and all its entries; only its creator may do so.',
    class: 'repeatable',
    input: byId,
    output: acknowledgement,
  },
});

export const listEntryTools = defineTools('talent', {
  list_entries_list: {
    description: 'Get the entries of a list, each with the full profile of its signal, including screened signals.',
    class: 'read',
    input: z.strictObject({
      list_id: listId,
      ...pageInput,
      screened_by: actorsParameter('Users who screened the signal.'),
      viewed_by: actorsParameter('Users who viewed the signal.'),
      sort_by: z.enum(entryOrders).optional().describe('Sort key; entry_created_at by default.'),
      sort_order: z.enum(orderDirections).optional().describe('asc: oldest first; desc, the default: newest first.'),
    }),
    output: pageOf(entryOrDropped),
  },
  list_entries_get: {
    description: 'Get one entry with the full profile of its signal.',
    class: 'read',
    input: z.strictObject({ list_id: listId, entry_id: entryId }),
    output: listEntryPayload,
  },
  list_entries_create: {
    description: 'Add a signal to a list; adding the same signal twice is a conflict.',
    class: 'once',
    input: z.strictObject({ list_id: listId, signal_id: signalId }),
    output: createdRecord(listEntryPayload, ['id', 'list_id', 'signal_id']),
  },
  list_entries_delete: {
    description: 'Remove an entry from a list.',
    class: 'repeatable',
    input: z.strictObject({ list_id: listId, entry_id: entryId }),
    output: acknowledgement,
  },
  signals_entries: {
    description: 'Get all entries of a signal on lists that the caller can access.',
    class: 'read',
    input: z.strictObject({ id: signalId }),
    output: wireObject({ items: z.array(entryOrDropped) }),
  },
});
