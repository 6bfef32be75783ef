import { z } from 'zod';
import { builder } from '../../core/builder.ts';
import { checkIds, checkInput, idsRule } from '../../core/input.ts';
import { mutationResult } from '../../errors/mutation-result.ts';
import { deletedType } from '../../errors/deleted-type.ts';
import { asListNode, List, type ListNode } from './list.ts';

const nameRule = z.string().trim().min(1, 'must not be empty').max(200, 'must be at most 200 characters');

const inputRules = z.object({ name: nameRule, accesses: idsRule });

const listSuccess = (name: string) =>
  builder.objectRef<{ list: ListNode }>(`${name}Success`).implement({
    description: 'It happened.',
    fields: (t) => ({ list: t.expose('list', { type: List, nullable: false, description: 'The list as it is now.' }) }),
  });

const CreateListInput = builder.inputType('CreateListInput', {
  description: 'A new list.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'The name that people see, 1 to 200 characters.' }),
    accesses: t.idList({
      description: 'Ids of talent users who may see and edit it too; empty or omitted for a private list.',
    }),
  }),
});

const createList = mutationResult({
  connector: 'talent',
  name: 'CreateList',
  description: 'How createList ended.',
  problems: [],
  success: listSuccess('CreateList'),
  inputPath: ['input'],
});

builder.mutationField('createList', (t) =>
  t.field({
    type: createList.type,
    nullable: false,
    description: 'Create a list that belongs to the caller. One lists_create, never sent twice.',
    args: { input: t.arg({ type: CreateListInput, required: true, description: 'The new list.' }) },
    resolve: (_, { input }, context) =>
      createList.run(context, async () => {
        checkInput(inputRules, input, ['input']);
        const accesses = [...new Set(input.accesses ?? [])];
        const { id, record } = await context.talent.createList({ name: input.name, accesses });
        return { list: record ? asListNode(record) : { id } };
      }),
  }),
);

const renameList = mutationResult({
  connector: 'talent',
  name: 'RenameList',
  description: 'How renameList ended.',
  problems: ['NotFoundProblem'],
  success: listSuccess('RenameList'),
});

builder.mutationField('renameList', (t) =>
  t.field({
    type: renameList.type,
    nullable: false,
    description: 'Rename a list; whoever may see it may. One lists_update.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the list.' }),
      name: t.arg.string({ required: true, description: 'The new name, 1 to 200 characters.' }),
    },
    resolve: (_, { id, name }, context) =>
      renameList.run(context, async () => {
        checkIds({ id });
        checkInput(nameRule, name, ['name']);
        const record = await context.talent.renameList({ id, name });
        return { list: record?.id === id ? asListNode(record) : { id } };
      }),
  }),
);

const deleteList = mutationResult({
  connector: 'talent',
  name: 'DeleteList',
  description: 'How deleteList ended.',
  problems: ['NotFoundProblem'],
  success: deletedType('DeleteList'),
});

builder.mutationField('deleteList', (t) =>
  t.field({
    type: deleteList.type,
    nullable: false,
    description: 'Permanently delete a list and all its entries; only its creator may. One lists_delete.',
    args: { id: t.arg.id({ required: true, description: 'Id of the list.' }) },
    resolve: (_, { id }, context) =>
      deleteList.run(context, async () => {
        checkIds({ id });
        await context.talent.deleteList(id);
        return { deletedId: id };
      }),
  }),
);
