import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeLists } from '../../../../src/platform/services/talent/store/store-shared-records.ts';
import { storeSignals } from '../../../../src/platform/services/talent/store/store-signals.ts';
import {
  AddAndRemoveDocument,
  AddSignalDocument,
  AddSignalsDocument,
  EntrySignalsDocument,
  RemoveEntryDocument,
} from '../../../support/generated/operations.ts';
import { minutesAgo, useGraph } from '../../../support/graph/test-graph.ts';
import { called, times } from '../../../support/graph/expected-tool-calls.ts';

describe('list entry mutations', () => {
  const graph = useGraph();
  const signalsOn = async (id: string, as = 'ada') =>
    (await graph.ask(EntrySignalsDocument, { id }, { as })).data.list?.entries?.nodes.map(({ signal }) => signal?.id);

  beforeAll(async () => {
    await storeSignals(
      graph.db,
      ['Nia', 'Omar', 'Petra'].map((name, index) => ({
        id: `sig_${index + 1}`,
        discovered_at: minutesAgo(index),
        full_name: name,
      })),
    );
  });
  beforeEach(async () => {
    await graph.db.deleteFrom('talent_lists').execute();
    await storeLists(graph.db, [
      {
        id: 'lst_1',
        name: 'Founders',
        creator: 'usr_ada',
        accesses: ['usr_ben'],
        entries: [{ id: 'ent_1', signal_id: 'sig_1', created_at: minutesAgo(9) }],
      },
    ]);
  });

  it('lets every user with access add a signal, with one list_entries_create', async () => {
    const { data, toolCalls } = await graph.ask(
      AddSignalDocument,
      { listId: 'lst_1', signalId: 'sig_2' },
      { as: 'ben' },
    );

    expect(data.addSignalToList).toEqual(added('sig_2', 'Omar', 'usr_ben'));
    expect(toolCalls).toEqual([called('list_entries_create')]);
    expect(await signalsOn('lst_1')).toEqual(['sig_2', 'sig_1']);
  });

  it('returns a ConflictProblem for a signal that is already on the list', async () => {
    const { data } = await graph.ask(AddSignalDocument, { listId: 'lst_1', signalId: 'sig_1' });

    expect(data.addSignalToList).toEqual({
      __typename: 'ConflictProblem',
      message: 'The signal "sig_1" is already on the list "lst_1".',
      code: 'CONFLICT',
    });
    expect(await signalsOn('lst_1')).toEqual(['sig_1']);
  });

  it('adds several signals with one result each, with one call per distinct signal', async () => {
    const { data, toolCalls } = await graph.ask(AddSignalsDocument, {
      listId: 'lst_1',
      signalIds: ['sig_3', 'sig_1', 'sig_404', 'sig_3', 'sig_2'],
    });

    expect(data.addSignalsToList).toEqual([
      added('sig_3', 'Petra'),
      expect.objectContaining({ code: 'CONFLICT' }),
      notFound('signal', 'sig_404'),
      {
        __typename: 'ConflictProblem',
        message: 'The signal "sig_3" appears more than once in signalIds.',
        code: 'CONFLICT',
      },
      added('sig_2', 'Omar'),
    ]);
    expect(toolCalls).toEqual(times(4, called('list_entries_create')));
    expect((await signalsOn('lst_1'))?.toSorted()).toEqual(['sig_1', 'sig_2', 'sig_3']);
  });

  it('lets every user with access remove an entry, with one list_entries_delete', async () => {
    const { data, toolCalls } = await graph.ask(
      RemoveEntryDocument,
      { listId: 'lst_1', entryId: 'ent_1' },
      { as: 'ben' },
    );

    expect(data).toEqual({ removeListEntry: { deletedId: 'ent_1' } });
    expect(toolCalls).toEqual([called('list_entries_delete')]);
    expect(await signalsOn('lst_1')).toEqual([]);
  });

  it('reads current data after each change within one operation', async () => {
    const { data, toolCalls } = await graph.ask(AddAndRemoveDocument, { listId: 'lst_1', entryId: 'ent_1' });

    expect(data).toEqual({
      addSignalToList: {
        entry: { signal: { lists: [{ name: 'Founders' }], listEntries: [{ list: { id: 'lst_1' } }] } },
      },
      removeListEntry: { deletedId: 'ent_1' },
      markSignalViewed: { signal: { lists: [] } },
    });
    expect(toolCalls).toEqual([
      called('list_entries_create'),
      called('signals_entries'),
      called('lists_list'),
      called('list_entries_delete'),
      called('signal_mark_viewed'),
      called('signals_entries'),
    ]);
  });
});

const added = (signalId: string, fullName: string, by = 'usr_ada') => ({
  entry: {
    addedAt: '2026-03-02T12:00:00.000Z',
    addedBy: { id: by },
    signal: { id: signalId, fullName },
    list: { id: 'lst_1' },
  },
});

const notFound = (noun: string, id: string) => ({
  __typename: 'NotFoundProblem',
  message: `There is no ${noun} with the id "${id}".`,
  code: 'NOT_FOUND',
});
