import type { ListEntryRecord } from '../../connector/talent/records.ts';
import { maxPageSize } from '../../tools/talent/vocabulary.ts';
import { ToolError } from '../../connector/tool-error.ts';
import { builder } from '../builder.ts';
import type { GraphContext } from '../context.ts';
import { deletedType } from '../deleted-type.ts';
import { InvalidInputError } from '../errors.ts';
import { mutationResult } from '../mutation-result.ts';
import { ListEntry } from './list-entry.ts';

const AddSignalToListSuccess = builder.objectRef<{ entry: ListEntryRecord }>('AddSignalToListSuccess').implement({
  description: 'The signal is on the list.',
  fields: (t) => ({ entry: t.expose('entry', { type: ListEntry, nullable: false, description: 'Its entry.' }) }),
});

const addSignalToList = mutationResult({
  connector: 'talent',
  name: 'AddSignalToList',
  description: 'How adding a signal to a list ended.',
  problems: ['NotFoundProblem', 'ConflictProblem'],
  success: AddSignalToListSuccess,
});

const add = (context: GraphContext, place: { listId: string; signalId: string }) =>
  addSignalToList.run(context, async () => ({ entry: await context.talent.addToList(place) }));

builder.mutationField('addSignalToList', (t) =>
  t.field({
    type: addSignalToList.type,
    nullable: false,
    description:
      'Add a signal to a list; whoever may see the list may. A signal that is on it already is a ConflictProblem. One list_entries_create, never sent twice.',
    args: {
      listId: t.arg.id({ required: true, description: 'Id of the list.' }),
      signalId: t.arg.id({ required: true, description: 'Id of the signal.' }),
    },
    resolve: (_, place, context) => add(context, place),
  }),
);

builder.mutationField('addSignalsToList', (t) =>
  t.field({
    type: [addSignalToList.type],
    nullable: false,
    description:
      'Add up to 100 signals to a list, each for itself: one answer a signal, in order. A signal given twice is a ConflictProblem the second time. One list_entries_create a distinct signal.',
    args: {
      listId: t.arg.id({ required: true, description: 'Id of the list.' }),
      signalIds: t.arg.idList({ required: true, description: 'Ids of the signals, at most 100.' }),
    },
    resolve: (_, { listId, signalIds }, context) => {
      const refuse = (error: Error) =>
        addSignalToList.run(context, async () => {
          throw error;
        });
      const first = new Map(signalIds.map((signalId, index) => [signalId, index] as const).toReversed());
      return Promise.all(
        signalIds.map((signalId, index) => {
          if (signalIds.length > maxPageSize) return refuse(tooMany);
          return first.get(signalId) === index ? add(context, { listId, signalId }) : refuse(givenTwice(signalId));
        }),
      );
    },
  }),
);

const tooMany = new InvalidInputError([{ path: ['signalIds'], message: `must be at most ${maxPageSize} ids` }]);

const givenTwice = (signalId: string) =>
  new ToolError({
    code: 'CONFLICT',
    tool: 'list_entries_create',
    message: `The signal ${JSON.stringify(signalId)} is given more than once.`,
  });

const removeListEntry = mutationResult({
  connector: 'talent',
  name: 'RemoveListEntry',
  description: 'How removeListEntry ended.',
  problems: ['NotFoundProblem'],
  success: deletedType('RemoveListEntry'),
});

builder.mutationField('removeListEntry', (t) =>
  t.field({
    type: removeListEntry.type,
    nullable: false,
    description: 'Take a signal off a list; whoever may see the list may. One list_entries_delete.',
    args: {
      listId: t.arg.id({ required: true, description: 'Id of the list.' }),
      entryId: t.arg.id({ required: true, description: 'Id of the entry.' }),
    },
    resolve: (_, { listId, entryId }, context) =>
      removeListEntry.run(context, async () => {
        const { id } = await context.talent.removeListEntry({ listId, id: entryId });
        return { deletedId: id };
      }),
  }),
);
