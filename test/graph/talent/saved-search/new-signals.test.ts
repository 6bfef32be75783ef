import { beforeEach, describe, expect, it } from 'vitest';
import { storeSearches } from '../../../../src/platform/services/talent/store/store-shared-records.ts';
import { storeSignals } from '../../../../src/platform/services/talent/store/store-signals.ts';
import { ToolError } from '../../../../src/tools/errors/tool-error.ts';
import {
  MarkVisitedDocument,
  NewSignalsDocument,
  type NewSignalsQueryVariables,
  NewSignalsOfAllDocument,
  ScreenSignalsDocument,
} from '../../../support/generated/operations.ts';
import { called, times } from '../../../support/graph/expected-tool-calls.ts';
import { minutesAgo, now, useGraph } from '../../../support/graph/test-graph.ts';

const id = 'sch_all';

describe('the new signals of a saved search', () => {
  const graph = useGraph();

  beforeEach(async () => {
    await graph.db.deleteFrom('talent_signals').execute();
    await graph.db.deleteFrom('talent_searches').execute();
  });

  const storeSearch = (visitedAt?: number) =>
    storeSearches(graph.db, [
      { id, title: 'All', creator: 'usr_ada', sharees: ['usr_ben'], ...(visitedAt && { visited_at: visitedAt }) },
    ]);

  /** One signal per minute: `sig_1` was discovered a minute ago. */
  async function store(count: number, timeOf = minutesAgo) {
    const minutes = Array.from({ length: count }, (_, index) => index + 1);
    await storeSignals(
      graph.db,
      minutes.map((minute) => ({ id: `sig_${minute}`, discovered_at: timeOf(minute) })),
    );
  }

  async function ask(variables: Omit<NewSignalsQueryVariables, 'id'> = {}, as = 'ada') {
    const { data, toolCalls } = await graph.ask(NewSignalsDocument, { id, ...variables }, { as });
    const page = data.savedSearch?.newSignals;
    return {
      ids: page?.nodes.map((node) => node.id),
      total: page?.totalCount,
      hasNext: page?.pageInfo.hasNextPage,
      hasPrevious: page?.pageInfo.hasPreviousPage,
      after: page?.pageInfo.endCursor ?? null,
      pages: toolCalls.filter(({ tool }) => tool === 'searches_signals_list').length,
    };
  }

  const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => `sig_${from + index}`);

  it('are those discovered after the last visit, newest first', async () => {
    await store(5);
    await storeSearch(minutesAgo(3));

    const { data, toolCalls } = await graph.ask(NewSignalsDocument, { id });
    expect(data.savedSearch).toEqual({
      visitedAt: '2026-03-02T11:57:00.000Z',
      newSignals: {
        totalCount: 2,
        nodes: [{ id: 'sig_1' }, { id: 'sig_2' }],
        pageInfo: { hasPreviousPage: false, hasNextPage: false, endCursor: expect.any(String) },
      },
    });
    expect(toolCalls).toEqual([called('searches_get'), called('searches_signals_list')]);
  });

  it('are counted from `since` if it is set', async () => {
    await store(5);
    await storeSearch(minutesAgo(1));

    expect(await ask({ since: new Date(minutesAgo(4)).toISOString() })).toMatchObject({ ids: ids(1, 3), total: 3 });
    expect(await ask({ since: new Date(minutesAgo(1)).toISOString() })).toMatchObject({ ids: [], total: 0 });
  });

  it('include those of the day before that the user has not seen, if `seenIds` is set', async () => {
    await store(5);
    const minutesOfDay = 1440;
    const since = new Date(minutesAgo(3)).toISOString();
    await storeSearch(minutesAgo(1));
    await storeSignals(graph.db, [
      { id: 'sig_late', discovered_at: minutesAgo(minutesOfDay + 2) },
      { id: 'sig_old', discovered_at: minutesAgo(minutesOfDay + 3) },
    ]);

    expect(await ask({ since })).toMatchObject({ ids: ids(1, 2), total: 2 });
    expect(await ask({ since, seenIds: [] })).toMatchObject({ ids: [...ids(1, 5), 'sig_late'], total: 6 });
    const seenIds = ['sig_5', 'sig_3'];
    expect(await ask({ since, seenIds })).toMatchObject({ ids: ['sig_1', 'sig_2', 'sig_4', 'sig_late'], total: 4 });
    const first = await ask({ since, seenIds, first: 3 });
    expect(first).toMatchObject({ ids: ['sig_1', 'sig_2', 'sig_4'], total: 4, hasNext: true });
    expect(await ask({ since, seenIds: seenIds.toReversed(), after: first.after })).toMatchObject({
      ids: ['sig_late'],
    });
  });

  it('are rejected for more than 500 seen ids before a signal is read', async () => {
    await storeSearch(minutesAgo(1));
    const seenIds = Array.from({ length: 501 }, (_, index) => `sig_${index}`);
    const { data, errors } = await graph.execute(NewSignalsDocument, { id, seenIds });

    expect(data?.savedSearch?.newSignals).toBeNull();
    expect(errors).toMatchObject([{ message: 'seenIds must contain at most 500 ids.' }]);
    expect(graph.tools.calls.filter(({ tool }) => tool === 'searches_signals_list')).toEqual([]);
  });

  it('are all signals without a visit', async () => {
    await store(3);
    await storeSearch();
    await graph.db
      .updateTable('talent_searches')
      .set({ visited_at: new Date(0) })
      .execute();
    graph.tools.replace('searches_get', async (_, real) => Object.assign({}, await real(), { visited_at: null }));

    expect(await ask()).toMatchObject({ ids: ids(1, 3), total: 3, pages: 1 });
  });

  it('cost one call for each saved search', async () => {
    await store(3);
    await storeSearches(
      graph.db,
      [1, 2].map((number) => ({
        id: `sch_${number}`,
        title: 'Search',
        creator: 'usr_ada',
        created_at: minutesAgo(number),
        visited_at: minutesAgo(number + 1),
      })),
    );
    const { data, toolCalls } = await graph.ask(NewSignalsOfAllDocument, {});

    expect(data.savedSearches).toEqual([
      { id: 'sch_1', newSignals: { totalCount: 1, nodes: [{ id: 'sig_1' }] } },
      { id: 'sch_2', newSignals: { totalCount: 2, nodes: [{ id: 'sig_1' }, { id: 'sig_2' }] } },
    ]);
    expect(toolCalls).toEqual([called('searches_list'), ...times(2, called('searches_signals_list'))]);
  });

  it('are the same on the next page after a visit was marked', async () => {
    await store(5);
    await storeSearch(minutesAgo(5));
    const one = await ask({ first: 2 });
    await graph.ask(MarkVisitedDocument, { id });

    expect(await ask({ first: 2 })).toMatchObject({ ids: [] });
    expect(await ask({ first: 2, after: one.after })).toMatchObject({
      ids: ids(3, 4),
      total: 4,
      hasPrevious: true,
      hasNext: false,
    });
  });

  it('are neither skipped nor repeated when signals are screened or added between two pages', async () => {
    await store(30);
    await storeSearch(minutesAgo(30));
    const one = await ask({ first: 10 });
    await graph.ask(ScreenSignalsDocument, { ids: ids(4, 12) });
    await storeSignals(graph.db, [{ id: 'sig_new', discovered_at: minutesAgo(0) }]);

    expect(await ask({ first: 10, after: one.after })).toMatchObject({ ids: ids(13, 22), hasNext: true });
  });

  it('with the same time are all returned', async () => {
    await store(120, () => minutesAgo(7));
    await storeSearch(minutesAgo(8));
    const one = await ask({ first: 100 });
    const two = await ask({ first: 100, after: one.after });

    expect(new Set([...(one.ids ?? []), ...(two.ids ?? [])]).size).toBe(120);
    expect(two).toMatchObject({ total: 120, hasNext: false });
  });

  it('of two users are found by the visits that their app remembers', async () => {
    await store(3);
    await storeSearch(minutesAgo(0));
    await graph.ask(ScreenSignalsDocument, { ids: ['sig_1'] }, { as: 'ben' });
    const since = new Date(minutesAgo(3)).toISOString();

    expect(await ask({ since })).toMatchObject({ ids: ids(1, 2) });
    expect(await ask({ since }, 'ben')).toMatchObject({ ids: ids(2, 2) });
  });

  it('are null with one error if a page fails', async () => {
    await store(101);
    await storeSearch(minutesAgo(200));
    graph.tools.replace('searches_signals_list', async ({ input }, real) => {
      if (Object.assign({ page: '1' }, input).page === '1') return real();
      throw new ToolError({ code: 'UPSTREAM_ERROR', message: 'It failed.', tool: 'searches_signals_list' });
    });
    const { data, errors } = await graph.execute(NewSignalsDocument, { id });

    expect(data?.savedSearch).toMatchObject({ newSignals: null });
    expect(errors).toMatchObject([
      { path: ['savedSearch', 'newSignals'], extensions: { code: 'UPSTREAM_ERROR', tool: 'searches_signals_list' } },
    ]);
  });

  it.each([
    ['a `since` in the future', { since: '2026-03-02T12:05:01Z' }, 'since must not be in the future.'],
    ['no node', { first: 0 }, 'first must be from 1 to 100; it is 0.'],
    ['too many nodes', { first: 101 }, 'first must be from 1 to 100; it is 101.'],
    ['another cursor', { after: 'WzFd' }, 'after must be a cursor that newSignals returned for the same arguments.'],
  ])('reject %s', async (_, variables, message) => {
    await storeSearch(minutesAgo(1));
    const { data, errors, toolCalls } = await graph.execute(NewSignalsDocument, { id, ...variables });

    expect(data?.savedSearch).toMatchObject({ newSignals: null });
    expect(errors).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT' } }]);
    expect(toolCalls).toEqual([called('searches_get')]);
  });

  it('reject the cursor of another `since`, other `seenIds` or another saved search', async () => {
    await store(3);
    await storeSearch(minutesAgo(9));
    const other = 'sch_other';
    await storeSearches(graph.db, [{ id: other, title: 'Other', creator: 'usr_ada' }]);
    const { after } = await ask({ first: 1 });
    for (const variables of [{ id, since: now.toISOString() }, { id, seenIds: [] }, { id: other }]) {
      const { errors } = await graph.execute(NewSignalsDocument, { ...variables, after });
      expect(errors).toMatchObject([{ extensions: { issues: [{ path: ['after'] }] } }]);
    }
  });
});
