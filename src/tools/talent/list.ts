import { z } from 'zod';
import { acknowledgement, created, recordOrAcknowledgement } from '../change.ts';
import { defineTool } from '../tool.ts';
import { instant, lenient, listOf, wireObject } from '../wire.ts';
import { pageInput, pageOf } from './page.ts';
import { signalPayload, talentUserPayload } from './signal.ts';
import { actorsParameter } from './signal-filter.ts';
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

/** A list with its entries by id alone: whoever wants profiles pages through `list_entries_list`. */
const listWithEntriesPayload = wireObject({
  ...listShape,
  entries: listOf(wireObject({ id: z.string(), signal_id: lenient(z.string()), created_at: lenient(instant) })),
});

/** A place on a list. `list` is named by its id alone; the signal comes with its full profile where the tool says so. */
export const listEntryPayload = wireObject({
  id: z.string(),
  list_id: z.string(),
  signal_id: z.string(),
  signal: signalPayload.nullish(),
  created_at: lenient(instant),
  added_by: talentUserPayload.nullish(),
});

/** In a listing: undefined in the place of an entry that could not be read. */
const entryOrDropped = listEntryPayload.optional();

const listKeys = ['id', 'name', 'accesses'];

const byId = z.strictObject({ id: z.string().min(1, 'must not be empty').describe('The list.') });
const listId = z.string().min(1, 'must not be empty').describe('The list.');
const entryId = z.string().min(1, 'must not be empty').describe('The entry.');
const name = listName.describe(`The name that people see, 1 to ${maxListNameLength} characters.`);

export const listTools = {
  lists_list: defineTool({
    connector: 'talent',
    name: 'lists_list',
    description: 'List all lists that the caller can access, newest first.',
    class: 'read',
    input: z.strictObject({}),
    output: wireObject({ items: z.array(listPayload) }),
  }),
  lists_get: defineTool({
    connector: 'talent',
    name: 'lists_get',
    description: 'Get a list with its entries (ids, not profiles), accesses and creator.',
    class: 'read',
    input: byId,
    output: listWithEntriesPayload,
  }),
  lists_create: defineTool({
    connector: 'talent',
    name: 'lists_create',
    description: 'Create a list. The creator has access; no further accesses make it private.',
    class: 'once',
    input: z.strictObject({
      name,
      accesses: z
        .array(z.string().min(1, 'must not be empty'))
        .optional()
        .describe('User ids who may see and edit it.'),
    }),
    output: created(listPayload, listKeys),
  }),
  lists_update: defineTool({
    connector: 'talent',
    name: 'lists_update',
    description: 'Rename a list.',
    class: 'repeatable',
    input: z.strictObject({ id: z.string().min(1, 'must not be empty').describe('The list.'), name }),
    output: recordOrAcknowledgement(listPayload, listKeys),
  }),
  lists_delete: defineTool({
    connector: 'talent',
    name: 'lists_delete',
    description: 'Permanently delete a list and all its entries. Only its creator may.',
    class: 'repeatable',
    input: byId,
    output: acknowledgement,
  }),
};

export const listEntryTools = {
  list_entries_list: defineTool({
    connector: 'talent',
    name: 'list_entries_list',
    description: 'List the entries of a list, each with the full profile of its signal. Screened signals are shown.',
    class: 'read',
    input: z.strictObject({
      list_id: listId,
      ...pageInput,
      screened_by: actorsParameter('Users who screened the signal.'),
      viewed_by: actorsParameter('Users who viewed the signal.'),
      sort_by: z.enum(entryOrders).optional().describe('What to sort by; entry_created_at when omitted.'),
      sort_order: z.enum(orderDirections).optional().describe('asc: oldest first; desc: newest first, the default.'),
    }),
    output: pageOf(entryOrDropped),
  }),
  list_entries_get: defineTool({
    connector: 'talent',
    name: 'list_entries_get',
    description: 'Get one entry with the full profile of its signal.',
    class: 'read',
    input: z.strictObject({ list_id: listId, entry_id: entryId }),
    output: listEntryPayload,
  }),
  list_entries_create: defineTool({
    connector: 'talent',
    name: 'list_entries_create',
    description: 'Add a signal to a list; the same signal twice is a conflict.',
    class: 'once',
    input: z.strictObject({
      list_id: listId,
      signal_id: z.string().min(1, 'must not be empty').describe('The signal.'),
    }),
    output: created(listEntryPayload, ['id', 'list_id', 'signal_id']),
  }),
  list_entries_delete: defineTool({
    connector: 'talent',
    name: 'list_entries_delete',
    description: 'Remove an entry from a list.',
    class: 'repeatable',
    input: z.strictObject({ list_id: listId, entry_id: entryId }),
    output: acknowledgement,
  }),
  signals_entries: defineTool({
    connector: 'talent',
    name: 'signals_entries',
    description: 'List all entries of a signal on the lists that the caller can access.',
    class: 'read',
    input: z.strictObject({ id: z.string().min(1, 'must not be empty').describe('The signal.') }),
    output: wireObject({ items: z.array(entryOrDropped) }),
  }),
};
