import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { storeSearches } from '../../../../src/platform/services/talent/store/store-shared-records.ts';
import { NewSignalsDocument } from '../../../support/generated/operations.ts';
import { minutesAgo, useGraph } from '../../../support/graph/test-graph.ts';

const id = 'sch_all';

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const ids = (from: number, to: number) => numbers(from, to).map((number) => `sig_${number}`);

describe('pages of many new signals', () => {
  const graph = useGraph();

  beforeEach(() => graph.db.deleteFrom('talent_searches').execute());

  const storeSearch = (visitedMinutesAgo: number) =>
    storeSearches(graph.db, [{ id, title: 'All', creator: 'usr_ada', visited_at: minutesAgo(visitedMinutesAgo) }]);

  /** Makes the tool return signals in this order; each number is the age of a signal in minutes. */
  const serve = (minutes: number[]) =>
    graph.tools.replace('searches_signals_list', async ({ input }) => {
      const { page, limit } = z.object({ page: z.coerce.number(), limit: z.coerce.number() }).parse(input);
      const shown = minutes.slice((page - 1) * limit, page * limit);
      return {
        items: shown.map((minute) => ({ id: `sig_${minute}`, discovered_at: minutesAgo(minute) })),
        has_more: page * limit < minutes.length,
      };
    });

  async function ask(variables: { first?: number; after?: string | null } = {}) {
    const { data, toolCalls } = await graph.ask(NewSignalsDocument, { id, ...variables });
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

  it.each([
    [99, 1],
    [100, 2],
    [101, 2],
    [499, 5],
  ])('of %i need %i calls, which end at the first signal that is not new', async (count, pages) => {
    serve(numbers(1, count + 1));
    await storeSearch(count + 1);

    expect(await ask({ first: 100 })).toMatchObject({ ids: ids(1, Math.min(count, 100)), total: count, pages });
  });

  it('end without an older signal at the last page', async () => {
    serve(numbers(1, 200));
    await storeSearch(1000);

    expect(await ask()).toMatchObject({ ids: ids(1, 25), total: 200, pages: 2 });
  });

  it('have no total beyond 500, and can be paged to the end with at most five calls per page', async () => {
    serve(numbers(1, 730));
    await storeSearch(721);
    const found: string[] = [];
    let page = await ask({ first: 90 });
    expect(page).toMatchObject({ total: null, pages: 5, hasPrevious: false, hasNext: true });
    found.push(...(page.ids ?? []));
    while (page.hasNext) {
      page = await ask({ first: 90, after: page.after });
      expect(page).toMatchObject({ total: null, hasPrevious: true });
      expect(page.pages).toBeLessThanOrEqual(5);
      found.push(...(page.ids ?? []));
    }

    expect(found).toEqual(ids(1, 720));
  });

  it('are found when those before a late cursor were screened', async () => {
    serve(numbers(1, 700));
    await storeSearch(1000);
    let page = await ask({ first: 100 });
    for (let number = 2; number <= 5; number += 1) page = await ask({ first: 100, after: page.after });
    serve(numbers(301, 700));

    expect(await ask({ first: 100, after: page.after })).toMatchObject({ ids: ids(501, 600), pages: 5 });
  });

  it('are counted once if a page repeats the last signal of the page before', async () => {
    serve([...numbers(1, 100), 100, ...numbers(101, 119)]);
    await storeSearch(1000);

    expect(await ask()).toMatchObject({ total: 119, pages: 2 });
  });

  it('are sorted and complete if the tool returns them in another order', async () => {
    // An older signal comes before newer ones.
    serve([2, 230, ...numbers(3, 229), 1]);
    await storeSearch(21);
    const one = await ask({ first: 15 });

    expect(one).toMatchObject({ ids: ids(1, 15), total: 20, pages: 3, hasNext: true });
    expect(await ask({ first: 15, after: one.after })).toMatchObject({ ids: ids(16, 20), hasNext: false });
  });

  it('are those of five pages if the tool returns more of them in another order', async () => {
    serve(numbers(1, 600).toReversed());
    await storeSearch(1000);
    let page = await ask({ first: 100 });
    expect(page).toMatchObject({ ids: ids(101, 200), total: null, pages: 5 });
    for (let number = 2; number <= 5; number += 1) page = await ask({ first: 100, after: page.after });

    expect(page).toMatchObject({ ids: ids(501, 600), pages: 5, hasNext: false });
  });
});
