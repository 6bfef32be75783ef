import { describe, expect, it } from 'vitest';
import type { Page } from '../../../src/connector/talent/talent-client.ts';
import { keysetConnection } from '../../../src/graph/pagination/keyset-listing.ts';

interface Item {
  id: string;
  time: number | null;
}

type Direction = 'asc' | 'desc';

/** A tool with pages of 1 to 100 nodes, over a listing that tests can change. */
function changingTool(items: Item[], { direction = 'desc', reports = 'everything' }: ToolOptions = {}) {
  const sign = direction === 'asc' ? 1 : -1;
  const inOrder = (a: Item, b: Item) =>
    sign * ((a.time ?? 0) - (b.time ?? 0)) || sign * (a.id < b.id ? -1 : Number(a.id > b.id));
  const requested: Page[] = [];
  const tool = {
    direction,
    requested,
    items: items.toSorted(inOrder),
    add(...more: Item[]) {
      tool.items = [...tool.items, ...more].toSorted(inOrder);
    },
    remove(isUnwanted: (item: Item, index: number) => boolean) {
      tool.items = tool.items.filter((item, index) => !isUnwanted(item, index));
    },
    async fetchPage({ page, limit }: Page) {
      if (page < 1 || limit < 1 || limit > 100) throw new Error(`no page ${page} of ${limit}`);
      requested.push({ page, limit });
      const total = reports === 'nothing' ? null : tool.items.length;
      const hasMore = reports === 'everything' ? page * limit < tool.items.length : null;
      return { items: tool.items.slice((page - 1) * limit, page * limit), total, hasMore };
    },
  };
  return tool;
}

interface ToolOptions {
  direction?: Direction;
  reports?: 'everything' | 'total' | 'nothing';
}

type Tool = ReturnType<typeof changingTool>;

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

/** `n1000` is the newest. */
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

describe('the page after a node', () => {
  it('starts at the next node when every node of the previous page was removed', async () => {
    const tool = changingTool(itemsOf(120));
    const { pageInfo } = await ask(tool, 25);
    tool.remove((_, index) => index < 25);
    const next = await ask(tool, 25, pageInfo.endCursor);

    expect(next.ids).toEqual(ids(25, 50));
    expect(next.requested).toEqual([{ page: 1, limit: 50 }]);
    expect(next.pageInfo.hasPreviousPage).toBe(false);
  });

  it('costs no extra call when ten nodes before the cursor were removed', async () => {
    const tool = changingTool(itemsOf(120));
    const { pageInfo } = await ask(tool, 25);
    tool.remove((_, index) => index >= 5 && index < 15);
    const next = await ask(tool, 25, pageInfo.endCursor);

    expect(next.ids).toEqual(ids(25, 50));
    expect(next.requested).toEqual([{ page: 1, limit: 50 }]);
  });

  it('goes back one page when removals moved the node out of the fetched pages', async () => {
    const tool = changingTool(itemsOf(300));
    const { pageInfo } = await ask(tool, 50, (await ask(tool, 50)).pageInfo.endCursor);
    tool.remove((_, index) => index < 60);
    const next = await ask(tool, 25, pageInfo.endCursor);

    expect(next.ids).toEqual(ids(100, 125));
    expect(next.requested).toEqual([
      { page: 4, limit: 32 },
      { page: 1, limit: 96 },
    ]);
  });

  it('goes back one page at most, and continues there when more than a page was removed', async () => {
    const tool = changingTool(itemsOf(600));
    const { pageInfo } = await ask(
      tool,
      100,
      (await ask(tool, 100, (await ask(tool, 100)).pageInfo.endCursor)).pageInfo.endCursor,
    );
    tool.remove((_, index) => index < 300);
    const next = await ask(tool, 100, pageInfo.endCursor);

    expect(next.requested).toEqual([
      { page: 300, limit: 1 },
      { page: 4, limit: 100 },
      { page: 3, limit: 100 },
    ]);
    expect(next.ids).toEqual(ids(500, 600));
  });

  it('goes back from the end of a listing that is now shorter than the offset of the cursor', async () => {
    const tool = changingTool(itemsOf(400));
    let after = (await ask(tool, 100)).pageInfo.endCursor;
    for (const _ of [2, 3]) after = (await ask(tool, 100, after)).pageInfo.endCursor;
    tool.remove((_, index) => index < 250);
    const next = await ask(tool, 100, after);

    expect(next.requested).toEqual([
      { page: 300, limit: 1 },
      { page: 4, limit: 100 },
      { page: 2, limit: 75 },
    ]);
    expect(next.ids).toEqual(ids(325, 400));
  });

  it('fetches the nodes that newer ones have pushed out of the page', async () => {
    const tool = changingTool(itemsOf(120));
    const { pageInfo } = await ask(tool, 25);
    tool.add(...numbersTo(3).map((index) => ({ id: `new${index}`, time: 2_000_000 + index })));
    const next = await ask(tool, 25, pageInfo.endCursor);

    expect(next.ids).toEqual(ids(25, 50));
    expect(next.requested).toEqual([
      { page: 1, limit: 50 },
      { page: 11, limit: 5 },
    ]);
  });

  it('goes ahead by 100 nodes per call to a node that many newer ones have pushed down', async () => {
    const tool = changingTool(itemsOf(120));
    const { pageInfo } = await ask(tool, 25);
    tool.add(...numbersTo(230).map((index) => ({ id: `new${index}`, time: 2_000_000 + index })));
    const next = await ask(tool, 25, pageInfo.endCursor);

    expect(next.ids).toEqual(ids(25, 50));
    expect(next.requested).toEqual([
      { page: 1, limit: 50 },
      { page: 2, limit: 50 },
      { page: 2, limit: 100 },
      { page: 3, limit: 100 },
    ]);
  });

  it('continues at the former place of the node when its time has changed', async () => {
    const tool = changingTool(itemsOf(120));
    const { pageInfo } = await ask(tool, 25);
    tool.remove(({ id }) => id === idAt(24));
    tool.add({ id: idAt(24), time: 2_000_000 });
    const next = await ask(tool, 25, pageInfo.endCursor);

    expect(next.ids).toEqual(ids(25, 50));
    expect(next.requested).toEqual([{ page: 1, limit: 50 }]);
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
      const random = sequence(direction === 'asc' ? 11 : 7);
      for (let round = 0; round < 150; round += 1) {
        // About three nodes share a time. Times are even, so that added nodes have the same times or times in between.
        const size = 40 + random(300);
        const tool = changingTool(
          numbersTo(size).map((index) => ({
            id: `a${1000 + random(9000)}-${index}`,
            time: 1000 + 2 * random(size / 3),
          })),
          { direction, reports: ['everything', 'total', 'nothing'][random(3)] === 'total' ? 'total' : 'everything' },
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

/** Pseudo-random numbers, the same in every run. */
function sequence(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * Math.max(1, Math.floor(below)));
  };
}
