import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeLists } from '../../../../src/platform/services/talent/store/store-shared-records.ts';
import { storeSignals } from '../../../../src/platform/services/talent/store/store-signals.ts';
import {
  CreateListDocument,
  DeleteListDocument,
  ListByIdDocument,
  ListNamesDocument,
  RenameListDocument,
  RenameListTwiceDocument,
} from '../../../support/generated/operations.ts';
import { minutesAgo, useGraph } from '../../../support/graph/test-graph.ts';
import { called } from '../../../support/graph/expected-tool-calls.ts';

describe('list mutations', () => {
  const graph = useGraph();
  const listNames = async (as: string) =>
    (await graph.ask(ListNamesDocument, {}, { as })).data.lists?.map(({ name }) => name);

  beforeAll(async () => {
    await storeSignals(graph.db, [
      { id: 'sig_1', discovered_at: minutesAgo(1) },
      { id: 'sig_2', discovered_at: minutesAgo(2) },
    ]);
  });
  beforeEach(async () => {
    await graph.db.deleteFrom('talent_lists').execute();
    await storeLists(graph.db, [
      {
        id: 'lst_shared',
        name: 'Shared',
        creator: 'usr_ada',
        accesses: ['usr_ben'],
        created_at: minutesAgo(60),
        entries: [{ id: 'ent_1', signal_id: 'sig_1' }],
      },
    ]);
  });

  it('creates a list shared with other users, with one lists_create', async () => {
    const { data, toolCalls } = await graph.ask(CreateListDocument, {
      input: { name: '  Climate founders ', accesses: ['usr_ben', 'usr_ben', 'usr_ada'] },
    });

    expect(data.createList).toEqual({
      list: {
        id: expect.stringMatching(/^lst_[0-9a-f]{32}$/),
        name: 'Climate founders',
        isPrivate: false,
        entryCount: 0,
        createdAt: '2026-03-02T12:00:00.000Z',
        creator: { id: 'usr_ada', name: 'Ada Moreau', email: 'ada@example.com', isViewer: true },
        accesses: [{ id: 'usr_ben' }],
      },
    });
    expect(toolCalls).toEqual([called('lists_create')]);
    expect(await listNames('ben')).toEqual(['Climate founders', 'Shared']);
    expect(await listNames('cleo')).toEqual([]);
  });

  it('creates a private list without accesses', async () => {
    const { data } = await graph.ask(CreateListDocument, { input: { name: 'Mine' } });

    expect(data.createList).toMatchObject({ list: { isPrivate: true, accesses: [] } });
    expect(await listNames('ben')).toEqual(['Shared']);
  });

  it('rejects an empty name, without a call', async () => {
    const [name, rule] = ['  ', 'must not be empty'];
    const created = await graph.ask(CreateListDocument, { input: { name } });
    const renamed = await graph.ask(RenameListDocument, { id: 'lst_shared', name });

    expect(created).toEqual({ data: { createList: invalid(['input', 'name'], rule) }, toolCalls: [] });
    expect(renamed).toEqual({ data: { renameList: invalid(['name'], rule) }, toolCalls: [] });
    expect(await listNames('ada')).toEqual(['Shared']);
  });

  it('reports an access that is not a user, and creates nothing', async () => {
    const { data } = await graph.ask(CreateListDocument, { input: { name: 'New', accesses: ['usr_ben', 'usr_404'] } });

    expect(data.createList).toEqual({
      __typename: 'InvalidInputProblem',
      code: 'BAD_USER_INPUT',
      message: 'input.accesses.1 is not a known user: "usr_404".',
      issues: [{ path: ['input', 'accesses', '1'], message: 'is not a known user: "usr_404"' }],
    });
    expect(await listNames('ada')).toEqual(['Shared']);
  });

  it('lets every user with access rename a list, with one lists_update', async () => {
    const { data, toolCalls } = await graph.ask(
      RenameListDocument,
      { id: 'lst_shared', name: 'Renamed' },
      { as: 'ben' },
    );

    expect(data).toEqual({ renameList: { list: { id: 'lst_shared', name: 'Renamed' } } });
    expect(toolCalls).toEqual([called('lists_update')]);
    expect(await listNames('ada')).toEqual(['Renamed']);
  });

  it('lets the creator delete a list, with one lists_delete', async () => {
    const { data, toolCalls } = await graph.ask(DeleteListDocument, { id: 'lst_shared' });

    expect(data).toEqual({ deleteList: { deletedId: 'lst_shared' } });
    expect(toolCalls).toEqual([called('lists_delete')]);
    expect((await graph.ask(ListByIdDocument, { id: 'lst_shared' })).data).toEqual({ list: null });
    expect(await graph.db.selectFrom('talent_list_entries').selectAll().execute()).toEqual([]);
  });

  it('reads current data after each change within one operation', async () => {
    const { data, toolCalls } = await graph.ask(RenameListTwiceDocument, { id: 'lst_shared', signalId: 'sig_2' });

    expect(data).toEqual({
      first: { list: { name: 'First', entries: { nodes: [{ list: { name: 'First' } }] } } },
      add: {
        entry: {
          list: { entryCount: 2, entries: { nodes: [{ list: { name: 'First' } }, { list: { name: 'First' } }] } },
        },
      },
      second: {
        list: {
          entryCount: 2,
          entries: { totalCount: 2, nodes: [{ list: { name: 'Second' } }, { list: { name: 'Second' } }] },
        },
      },
    });
    expect(toolCalls).toEqual([
      called('lists_update'),
      called('list_entries_list'),
      called('list_entries_create'),
      called('lists_get'),
      called('list_entries_list'),
      called('lists_update'),
      called('list_entries_list'),
    ]);
  });
});

const invalid = (path: string[], message: string) => ({
  __typename: 'InvalidInputProblem',
  code: 'BAD_USER_INPUT',
  message: `${path.join('.')} ${message}.`,
  issues: [{ path, message }],
});
