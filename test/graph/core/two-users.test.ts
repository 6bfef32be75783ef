import { beforeAll, describe, expect, it } from 'vitest';
import { storeLists, storeSearches } from '../../../src/platform/services/talent/store/store-shared-records.ts';
import { storeSignals } from '../../../src/platform/services/talent/store/store-signals.ts';
import { MineDocument, PageOfSignalsDocument } from '../../support/generated/operations.ts';
import { minutesAgo, useGraph } from '../../support/graph/test-graph.ts';

/** `isolation.test.ts` tests that a user cannot read the private data of another. */
describe('two users', () => {
  const graph = useGraph();

  beforeAll(async () => {
    await storeSignals(graph.db, [
      {
        id: 'sig_1',
        discovered_at: minutesAgo(1),
        views: [
          { user: 'usr_ben', viewed_at: minutesAgo(9) },
          { user: 'usr_ada', viewed_at: minutesAgo(8) },
        ],
      },
      { id: 'sig_2', discovered_at: minutesAgo(2), screenings: [{ user: 'usr_ben' }] },
      { id: 'sig_3', discovered_at: minutesAgo(3), views: [{ user: 'usr_ben' }] },
    ]);
    await storeLists(graph.db, [
      {
        id: 'lst_ours',
        name: 'Ours',
        creator: 'usr_ben',
        accesses: ['usr_ada'],
        created_at: minutesAgo(2),
        entries: [{ id: 'ent_ours', signal_id: 'sig_1', created_at: minutesAgo(2) }],
      },
      {
        id: 'lst_bens',
        name: 'Secret of Ben',
        creator: 'usr_ben',
        created_at: minutesAgo(1),
        entries: [
          { id: 'ent_bens', signal_id: 'sig_1', created_at: minutesAgo(1) },
          { id: 'ent_more', signal_id: 'sig_3', created_at: minutesAgo(3) },
        ],
      },
    ]);
    await storeSearches(graph.db, [
      { id: 'sch_ours', title: 'Ours', creator: 'usr_ben', sharees: ['usr_ada'], created_at: minutesAgo(2) },
      { id: 'sch_bens', title: 'Secret of Ben', creator: 'usr_ben', created_at: minutesAgo(1) },
    ]);
  });

  const mineOfAda = {
    lists: [{ id: 'lst_ours', isPrivate: false, accesses: [{ id: 'usr_ada', isViewer: true }] }],
    savedSearches: [{ id: 'sch_ours' }],
    signals: {
      nodes: [
        {
          id: 'sig_1',
          viewerHasViewed: true,
          viewerHasScreened: false,
          views: [{ user: { id: 'usr_ada', isViewer: true } }, { user: { id: 'usr_ben', isViewer: false } }],
          lists: [{ id: 'lst_ours', name: 'Ours' }],
          listEntries: [{ id: 'ent_ours' }],
        },
        {
          id: 'sig_2',
          viewerHasViewed: false,
          viewerHasScreened: false,
          views: [],
          lists: [],
          listEntries: [],
        },
        {
          id: 'sig_3',
          viewerHasViewed: false,
          viewerHasScreened: false,
          views: [{ user: { id: 'usr_ben', isViewer: false } }],
          lists: [],
          listEntries: [],
        },
      ],
    },
  };
  const mineOfBen = {
    lists: [
      { id: 'lst_bens', isPrivate: true, accesses: [] },
      { id: 'lst_ours', isPrivate: false, accesses: [{ id: 'usr_ada', isViewer: false }] },
    ],
    savedSearches: [{ id: 'sch_bens' }, { id: 'sch_ours' }],
    signals: {
      nodes: [
        {
          id: 'sig_1',
          viewerHasViewed: true,
          viewerHasScreened: false,
          views: [{ user: { id: 'usr_ada', isViewer: false } }, { user: { id: 'usr_ben', isViewer: true } }],
          lists: [
            { id: 'lst_bens', name: 'Secret of Ben' },
            { id: 'lst_ours', name: 'Ours' },
          ],
          listEntries: [{ id: 'ent_bens' }, { id: 'ent_ours' }],
        },
        {
          id: 'sig_3',
          viewerHasViewed: true,
          viewerHasScreened: false,
          views: [{ user: { id: 'usr_ben', isViewer: true } }],
          lists: [{ id: 'lst_bens', name: 'Secret of Ben' }],
          listEntries: [{ id: 'ent_more' }],
        },
      ],
    },
  };

  it('see their own lists, entries, views and screenings on the same signals', async () => {
    expect((await graph.ask(MineDocument, {}, { as: 'ada' })).data).toEqual(mineOfAda);
    expect((await graph.ask(MineDocument, {}, { as: 'ben' })).data).toEqual(mineOfBen);
  });

  it('get separate results for the same concurrent query', async () => {
    const gate = graph.tools.block('signals_list');
    const asked = ['ada', 'ben', 'ada', 'ben'].map((as) => graph.ask(MineDocument, {}, { as }));
    // One call for each user.
    await gate.whenWaiting(2);
    gate.open();

    expect((await Promise.all(asked)).map(({ data }) => data)).toEqual([mineOfAda, mineOfBen, mineOfAda, mineOfBen]);
  });

  it('continue in their own listing with a cursor of the other', async () => {
    const ofBen = await graph.ask(PageOfSignalsDocument, { first: 1 }, { as: 'ben' });
    const after = ofBen.data.page?.pageInfo.endCursor ?? null;

    expect((await graph.ask(PageOfSignalsDocument, { after }, { as: 'ada' })).data.page?.nodes).toEqual([
      { key: 'sig_2' },
      { key: 'sig_3' },
    ]);
  });
});
