import { listTools } from '../../../tools/talent/list.ts';
import { maxListNameLength } from '../../../tools/talent/vocabulary.ts';
import { builder } from '../../core/builder.ts';
import { changedType, deletedType, mutation } from '../../errors/mutation-result.ts';
import { asListNode, List } from './list.ts';

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
