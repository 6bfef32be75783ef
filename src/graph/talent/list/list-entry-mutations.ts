import type { GraphQLResolveInfo } from 'graphql';
import type { ListEntryRecord } from '../../../connector/talent/records.ts';
import { maxPageSize } from '../../../tools/talent/vocabulary.ts';
import { ToolError } from '../../../connector/tool-error.ts';
import { builder } from '../../core/builder.ts';
import { toolCalls } from '../../cost/call-cost.ts';
import type { GraphContext } from '../../core/context.ts';
import { deletedType } from '../../errors/deleted-type.ts';
import { InvalidInputError } from '../../errors/errors.ts';
import { checkId, checkIds } from '../../core/input.ts';
import { mutationResult } from '../../errors/mutation-result.ts';
import { readBack } from '../../errors/read-back.ts';
import { ListEntry } from './list-entry.ts';
import { listEntryLoader } from './list-loaders.ts';

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

/** What is known of an entry that was created, besides its id, and what of it that tells. */
const knownFields = new Set(['__typename', 'id', 'list']);
const unknown = { signal: null, createdAt: null, addedBy: null };

async function add(
  place: { listId: string; signalId: string },
  { context, info }: { context: GraphContext; info: GraphQLResolveInfo },
): Promise<ListEntryRecord> {
  const { id, record } = await context.talent.addToList(place);
  if (record) return record;
  const known = () => ({ ...unknown, ...place, id });
  const load = () => listEntryLoader(context).load({ listId: place.listId, id });
  return readBack({ field: 'entry', known, knownFields, load, context, info });
}

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
    resolve: (_, place, context, info) =>
      addSignalToList.run(context, async () => {
        checkIds(place);
        return { entry: await add(place, { context, info }) };
      }),
  }),
);

/** A longer list is refused without a call. */
const isShortList = (ids: unknown): ids is unknown[] => Array.isArray(ids) && ids.length <= maxPageSize;

builder.mutationField('addSignalsToList', (t) =>
  t.field({
    type: [addSignalToList.type],
    extensions: toolCalls({ mutation: ({ signalIds }) => (isShortList(signalIds) ? new Set(signalIds).size : 0) }),
    nullable: false,
    description:
      'Add up to 100 signals to a list, each for itself: one answer a signal, in order. A signal given twice is a ConflictProblem the second time. One list_entries_create a distinct signal.',
    args: {
      listId: t.arg.id({ required: true, description: 'Id of the list.' }),
      signalIds: t.arg.idList({ required: true, description: 'Ids of the signals, at most 100.' }),
    },
    resolve: (_, { listId, signalIds }, context, info) => {
      const first = new Map(signalIds.map((signalId, index) => [signalId, index] as const).toReversed());
      return Promise.all(
        signalIds.map((signalId, index) =>
          addSignalToList.run(context, async () => {
            if (signalIds.length > maxPageSize) throw tooMany;
            checkIds({ listId });
            checkId(signalId, ['signalIds', String(index)]);
            if (first.get(signalId) !== index) throw givenTwice(signalId);
            return { entry: await add({ listId, signalId }, { context, info }) };
          }),
        ),
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
        checkIds({ listId, entryId });
        await context.talent.removeListEntry({ listId, id: entryId });
        return { deletedId: entryId };
      }),
  }),
);
