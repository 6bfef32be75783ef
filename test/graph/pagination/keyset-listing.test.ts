// @module-tag never-excused
import { describe, expect, it } from 'vitest';
import { keysetConnection } from '../../../src/graph/pagination/keyset-listing.ts';
import { randomFrom } from '../../support/random.ts';
import { changingTool, type Item, type Tool } from './changing-tool.ts';

const scope = { field: 'signals', arguments: {} };

async function ask(tool: Tool, first: number, after: string | null = null) {
  tool.requested.length = 0;
  const { fetchPage, direction } = tool;
  const { edges, pageInfo, totalCount } = await keysetConnection(
    scope,
    { first, after },
    { fetchPage, direction, keyOf: (item: Item) => item },
  );
  return { ids: edges.map(({ node }) => node.id), edges, pageInfo, totalCount, requested: [...tool.requested] };
}

/** Ids from the newest node, `n1000`, to the oldest. */
const idAt = (index: number) => `n${1000 + index}`;
const numbersTo = (size: number) => Array.from({ length: size }, (_, item) => item);
const itemsOf = (size: number) => numbersTo(size).map((index) => ({ id: idAt(index), time: 1_000_000 - index * 1000 }));
const ids = (from: number, to: number) => numbersTo(to - from).map((index) => idAt(from + index));

/** Follows the cursors to the end. Returns the ids in order, and the number of calls of each page. */
async function walkOn(tool: Tool, first: number, after: string | null) {
  const found: string[] = [];
  const calls: number[] = [];
  for (let cursor = after; ;) {
    const page = await ask(tool, first, cursor);
    found.push(...page.ids);
    calls.push(page.requested.length);
    if (!page.pageInfo.hasNextPage) return { found, calls };
    cursor = page.pageInfo.endCursor;
  }
}

describe('a page of an unchanged listing', () => {
  it.each(['everything', 'total', 'nothing'] as const)(
    'costs one call if one page of the tool contains it and the node before it, otherwise two (the tool reports %s)',
    async (reports) => {
      const tool = changingTool(itemsOf(431), { reports });
      for (const first of [1, 7, 25, 50, 99, 100]) {
        const { found, calls } = await walkOn(tool, first, null);
        expect({ first, found }).toEqual({ first, found: ids(0, 431) });
        expect({ first, most: Math.max(...calls) }).toEqual({ first, most: first > 50 ? 2 : 1 });
      }
    },
  );

  it('continues after any cursor with any page size', async () => {
    const tool = changingTool(itemsOf(260));
    const { edges } = await ask(tool, 100);
    for (const [index, { cursor }] of edges.entries()) {
      const size = 1 + ((index * 37) % 100);
      expect((await ask(tool, size, cursor)).ids).toEqual(ids(index + 1, index + 1 + size));
    }
  });

  it('reports the end of the listing, and the same total on every page', async () => {
    const tool = changingTool(itemsOf(50));
    const one = await ask(tool, 25);
    const two = await ask(tool, 25, one.pageInfo.endCursor);

    expect([one.totalCount, two.totalCount]).toEqual([50, 50]);
    expect([one.pageInfo.hasPreviousPage, one.pageInfo.hasNextPage]).toEqual([false, true]);
    expect([two.pageInfo.hasPreviousPage, two.pageInfo.hasNextPage]).toEqual([true, false]);
    expect(await ask(tool, 25, two.pageInfo.endCursor)).toMatchObject({
      ids: [],
      pageInfo: { hasPreviousPage: true, hasNextPage: false, startCursor: null, endCursor: null },
    });
  });
});

type Change = (tool: Tool) => void;

const removed =
  (from: number, to: number): Change =>
  (tool) =>
    tool.remove((_, index) => index >= from && index < to);
const addedInFront =
  (count: number): Change =>
  (tool) =>
    tool.add(...numbersTo(count).map((index) => ({ id: `new${index}`, time: 2_000_000 + index })));

const movedToFront: Change = (tool) => {
  tool.remove(({ id }) => id === idAt(24));
  tool.add({ id: idAt(24), time: 2_000_000 });
};

/** Title, change, listing size, page sizes before the change, next page, requested `page×limit`. */
const changes: [string, Change, number, number[], [number, number], string][] = [
  ['when the previous page was removed', removed(0, 25), 120, [25], [25, 50], '1×50'],
  ['when ten nodes before it were removed', removed(5, 15), 120, [25], [25, 50], '1×50'],
  ['a page further back when the node was moved there', removed(0, 60), 300, [50, 50], [100, 125], '4×32 1×96'],
  ['a page further back at most', removed(0, 300), 600, [100, 100, 100], [500, 600], '300×1 4×100 3×100'],
  ['back from the new end of the listing', removed(0, 250), 400, [100, 100, 100], [325, 400], '300×1 4×100 2×75'],
  ['when newer nodes pushed some out of the page', addedInFront(3), 120, [25], [25, 50], '1×50 11×5'],
  ['ahead by 100 nodes per call', addedInFront(230), 120, [25], [25, 50], '1×50 2×50 2×100 3×100'],
  ['at the former place of a node whose time has changed', movedToFront, 120, [25], [25, 50], '1×50'],
];

describe('the page after a node', () => {
  it.each(changes)('continues %s', async (_what, change, size, sizesBefore, [from, to], requested) => {
    const pageSize = size === 400 ? 100 : to - from;
    const tool = changingTool(itemsOf(size));
    let after: string | null = null;
    for (const first of sizesBefore) after = (await ask(tool, first, after)).pageInfo.endCursor;
    change(tool);
    const next = await ask(tool, pageSize, after);

    expect(next.ids).toEqual(ids(from, to));
    expect(next.requested.map(({ page, limit }) => `${page}×${limit}`).join(' ')).toBe(requested);
    expect(next.pageInfo.hasPreviousPage).toBe(next.ids[0] !== tool.items[0]?.id);
  });

  it.each(['asc', 'desc'] as const)(
    'continues by id among equal times when the node was removed (%s)',
    async (direction) => {
      const tool = changingTool(
        numbersTo(120).map((index) => ({ id: idAt(index), time: 5_000 })),
        { direction },
      );
      const all = tool.items.map(({ id }) => id);
      const { pageInfo } = await ask(tool, 25);
      tool.remove((_, index) => index >= 20 && index < 25);
      const next = await ask(tool, 25, pageInfo.endCursor);

      expect(next.ids).toEqual(all.slice(25, 50));
      expect(next.requested).toEqual([{ page: 1, limit: 50 }]);
    },
  );

  it('repeats nodes with equal times rather than skipping any when the tool does not sort them by id', async () => {
    const tool = changingTool(itemsOf(10));
    const shuffled = [3, 4, 0, 1, 2].map((index) => ({ id: idAt(index), time: 1_000_000 }));
    tool.items = [...shuffled, ...tool.items.slice(5)];
    const { pageInfo } = await ask(tool, 3);
    tool.remove((_, index) => index === 2);
    const next = await ask(tool, 10, pageInfo.endCursor);

    expect(next.ids).toEqual([idAt(3), idAt(4), idAt(1), idAt(2), ...ids(5, 10)]);
  });

  it('is empty, without further calls, when the tool returns no items but reports that more follow', async () => {
    const tool = changingTool(itemsOf(120));
    const { pageInfo } = await ask(tool, 50);
    const { fetchPage } = tool;
    tool.fetchPage = async (page) => ({ ...(await fetchPage(page)), items: [], hasMore: true });
    const next = await ask(tool, 10, pageInfo.endCursor);

    expect([next.ids, next.pageInfo.hasNextPage]).toEqual([[], false]);
    expect(next.requested).toEqual([
      { page: 5, limit: 12 },
      { page: 1, limit: 48 },
    ]);
  });

  it('continues at the offset of a removed node that had no time', async () => {
    const tool = changingTool(ids(0, 60).map((id) => ({ id, time: null })));
    const all = tool.items.map(({ id }) => id);
    const { pageInfo } = await ask(tool, 25);
    tool.remove((_, index) => index === 24);
    const next = await ask(tool, 25, pageInfo.endCursor);

    expect(next.ids).toEqual(all.slice(25, 50));
    expect(next.requested).toEqual([{ page: 1, limit: 50 }]);
  });

  it('does not repeat the node when unreadable ones were omitted from an earlier page', async () => {
    const tool = changingTool(itemsOf(120));
    const { fetchPage } = tool;
    tool.fetchPage = async (page) => {
      const answer = await fetchPage(page);
      return { ...answer, items: answer.items.filter(({ id }) => id !== idAt(3)) };
    };
    const one = await ask(tool, 25);
    const two = await ask(tool, 25, one.pageInfo.endCursor);

    expect(one.ids).toEqual([...ids(0, 3), ...ids(4, 25)]);
    expect(two.ids).toEqual(ids(25, 49));
    expect(two.requested).toEqual([{ page: 1, limit: 49 }]);
  });
});

describe('a walk through a listing that changes between pages', () => {
  it.each(['asc', 'desc'] as const)(
    'returns every node that was present throughout exactly once (%s)',
    async (direction) => {
      const { int } = randomFrom(direction === 'asc' ? 11 : 7);
      const random = (below: number) => int(0, Math.max(0, Math.floor(below) - 1));
      for (let round = 0; round < 150; round += 1) {
        // About three nodes share a time. All times are even; added nodes can also have odd times.
        const size = 40 + random(300);
        const tool = changingTool(
          numbersTo(size).map((index) => ({
            id: `a${1000 + random(9000)}-${index}`,
            time: 1000 + 2 * random(size / 3),
          })),
          { direction, reports: (['everything', 'total', 'nothing'] as const)[random(3)] ?? 'everything' },
        );
        const stable = new Set(tool.items.map(({ id }) => id));
        const seen: string[] = [];
        let after: string | null = null;
        for (;;) {
          const page = await ask(tool, 1 + random(60), after);
          seen.push(...page.ids);
          if (!page.pageInfo.hasNextPage) break;
          after = page.pageInfo.endCursor;
          const victims = new Set(numbersTo(random(12)).map(() => tool.items[random(tool.items.length)]?.id ?? ''));
          if (random(2)) victims.add(page.ids.at(-1) ?? '');
          tool.remove(({ id }) => victims.has(id));
          for (const id of victims) stable.delete(id);
          tool.add(
            ...numbersTo(random(8)).map((index) => ({ id: `b${random(1e6)}-${index}`, time: 1000 + random(size) })),
          );
        }
        const times = new Map<string, number>();
        for (const id of seen) times.set(id, (times.get(id) ?? 0) + 1);

        expect({ round, repeated: [...times].filter(([, count]) => count > 1) }).toEqual({ round, repeated: [] });
        expect({ round, left: [...stable].filter((id) => !times.has(id)) }).toEqual({ round, left: [] });
      }
    },
  );
});
