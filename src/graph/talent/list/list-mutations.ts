import type { GraphQLResolveInfo } from 'graphql';
import { listTools, type ListEntryRecord, listEntryTools } from '../../../tools/talent/list.ts';
import { maxListNameLength, maxPageSize } from '../../../tools/talent/vocabulary.ts';
import { builder } from '../../core/builder.ts';
import { changedType, deletedType, mutation } from '../../errors/mutation-result.ts';
import { asListNode, List } from './list.ts';
import { ToolError } from '../../../tools/errors/tool-error.ts';
import type { GraphContext } from '../../core/context.ts';
import type { OnceOptions } from '../../../connector/tool-session.ts';
import { idempotencyKeyArgument, onceOptions } from '../../errors/idempotency-key.ts';
import { loadAfterChange } from '../../errors/load-after-change.ts';
import { callsPerId, changePerId } from '../../errors/mutation-per-id.ts';
import { ListEntry } from './list-entry.ts';
import { listEntryLoader } from './list-loaders.ts';

const listSuccess = changedType('list', List);

const CreateListInput = builder.inputType('CreateListInput', {
  description: 'Name of a new list, and the users to share it with.',
  fields: (t) => ({
    name: t.string({ required: true, description: `Display name, 1 to ${maxListNameLength} characters.` }),
    accesses: t.idList({
      description:
        'IDs of the `TalentUser`s to share with, from `Query.talentUsers`: they can see and edit the list besides the caller. Omit it for a private list.',
    }),
  }),
});

mutation({
  name: 'createList',
  tool: listTools.lists_create,
  description: 'Creates a list owned by the caller. Costs one `lists_create` call.',
  success: listSuccess('CreateListSuccess', 'The list was created.'),
  inputPath: ['input'],
  args: (arg) => ({ input: arg({ type: CreateListInput, required: true, description: 'The list to create.' }) }),
  change: async ({ input }, context, _info, once) => {
    const accesses = [...new Set(input.accesses ?? [])];
    const { id, record } = await context.talent.createList({ name: input.name, accesses }, once);
    return { node: record ? asListNode(record) : { id } };
  },
});

mutation({
  name: 'renameList',
  tool: listTools.lists_update,
  description: 'Renames a list. Everyone who can see a list can rename it. Costs one `lists_update` call.',
  problems: ['NotFoundProblem'],
  success: listSuccess('RenameListSuccess', 'The list was renamed.'),
  args: (arg) => ({
    id: arg.id({ required: true, description: 'ID of the list.' }),
    name: arg.string({ required: true, description: `New name, 1 to ${maxListNameLength} characters.` }),
  }),
  change: async ({ id, name }, context) => {
    const record = await context.talent.renameList({ id, name });
    return { node: record?.id === id ? asListNode(record) : { id } };
  },
});

mutation({
  name: 'deleteList',
  tool: listTools.lists_delete,
  description:
    'Permanently deletes a list and all its entries. Only its creator can delete a list. Costs one `lists_delete` call.',
  problems: ['NotFoundProblem'],
  success: deletedType('DeleteListSuccess', 'The list and its entries were deleted.'),
  args: (arg) => ({ id: arg.id({ required: true, description: 'ID of the list.' }) }),
  change: async ({ id }, context) => {
    await context.talent.deleteList(id);
    return { deletedId: id };
  },
});

const AddSignalToListSuccess = builder.objectRef<{ entry: ListEntryRecord }>('AddSignalToListSuccess').implement({
  description: 'The signal was added to the list.',
  fields: (t) => ({
    entry: t.expose('entry', {
      type: ListEntry,
      nullable: false,
      description:
        'The new entry. Selecting more than `id` and `list` costs another call if the service confirmed the change without returning the entry.',
    }),
  }),
});

/** Fields of a new entry that are known without loading it. */
const knownFields = new Set(['__typename', 'id', 'list']);
const unknownFields = { signal: null, createdAt: null, addedBy: null };

async function addEntry(
  ids: { listId: string; signalId: string },
  { context, info, once }: { context: GraphContext; info: GraphQLResolveInfo; once: OnceOptions },
): Promise<ListEntryRecord> {
  const { id, record } = await context.talent.addToList(ids, once);
  if (record) return record;
  const known = () => ({ ...unknownFields, ...ids, id });
  const load = () => listEntryLoader(context).load({ listId: ids.listId, id });
  return loadAfterChange({ field: 'entry', known, knownFields, load, context, info });
}

const addSignalToList = mutation({
  name: 'addSignalToList',
  tool: listEntryTools.list_entries_create,
  description:
    'Adds a signal to a list. Everyone who can see a list can add signals to it. Returns a ConflictProblem if the signal is already on the list. Costs one `list_entries_create` call.',
  problems: ['NotFoundProblem', 'ConflictProblem'],
  success: AddSignalToListSuccess,
  args: (arg) => ({
    listId: arg.id({ required: true, description: 'ID of the list.' }),
    signalId: arg.id({ required: true, description: 'ID of the signal.' }),
  }),
  change: async ({ listId, signalId }, context, info, once) => ({
    entry: await addEntry({ listId, signalId }, { context, info, once }),
  }),
});

builder.mutationField('addSignalsToList', (t) =>
  t.field({
    type: [addSignalToList.type],
    extensions: callsPerId('list_entries_create', 'signalIds'),
    nullable: false,
    description: `Adds 1 to ${maxPageSize} signals to a list and returns one result per signal, in the order of \`signalIds\`; some can fail while others succeed. A repeated ID returns a ConflictProblem. Costs one \`list_entries_create\` call per distinct signal.`,
    args: {
      listId: t.arg.id({ required: true, description: 'ID of the list.' }),
      signalIds: t.arg.idList({ required: true, description: `IDs of the signals, 1 to ${maxPageSize}.` }),
      ...idempotencyKeyArgument(t.arg),
    },
    resolve: (_, { listId, signalIds, ...args }, context, info) =>
      changePerId(signalIds, {
        argument: 'signalIds',
        change: async (signalId, index) => {
          rejectRepeated(signalIds, index);
          const once = onceOptions(args, info, signalId);
          return { entry: await addEntry({ listId, signalId }, { context, info, once }) };
        },
        run: (change) => addSignalToList.run({ context, info }, change),
      }),
  }),
);

/** Rejects a repeated id, but not its first occurrence. @throws ToolError `CONFLICT` */
function rejectRepeated(signalIds: readonly string[], index: number): void {
  const id = signalIds[index] ?? '';
  if (signalIds.indexOf(id) === index) return;
  const message = `The signal ${JSON.stringify(id)} appears more than once in signalIds.`;
  throw new ToolError({ code: 'CONFLICT', tool: 'list_entries_create', message });
}

mutation({
  name: 'removeListEntry',
  tool: listEntryTools.list_entries_delete,
  description:
    'Removes a signal from a list. Everyone who can see a list can remove its entries. Costs one `list_entries_delete` call.',
  problems: ['NotFoundProblem'],
  success: deletedType('RemoveListEntrySuccess', 'The entry was removed from the list.'),
  args: (arg) => ({
    listId: arg.id({ required: true, description: 'ID of the list.' }),
    entryId: arg.id({ required: true, description: 'ID of the entry.' }),
  }),
  change: async ({ listId, entryId }, context) => {
    await context.talent.removeListEntry({ listId, id: entryId });
    return { deletedId: entryId };
  },
});
