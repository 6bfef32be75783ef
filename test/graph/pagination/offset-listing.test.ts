// @module-tag never-excused
import { describe, expect, it } from 'vitest';
import type { Page } from '../../../src/connector/talent/talent-client.ts';
import { offsetConnection } from '../../../src/graph/pagination/offset-listing.ts';

/** A tool with pages of 1 to 100 items; the items are the numbers from 0. */
function pagedTool(size: number, { tellsTotal = true } = {}) {
  const requested: Page[] = [];
  return {
    requested,
    async fetchPage({ page, limit }: Page) {
      if (page < 1 || limit < 1 || limit > 100) throw new Error(`no page ${page} of ${limit}`);
      requested.push({ page, limit });
      const items = Array.from({ length: size }, (_, item) => item).slice((page - 1) * limit, page * limit);
      return { items, total: tellsTotal ? size : null };
    },
  };
}

type Tool = ReturnType<typeof pagedTool>;

const scope = { field: 'signals', arguments: {} };

const ask = (tool: Tool, first: number, after: string | null = null) =>
  offsetConnection(scope, { first, after }, tool.fetchPage);

/** Follows the cursors to the end, cycling through the page sizes. */
async function walk(tool: Tool, sizes: number[]) {
  const slices: number[][] = [];
  let after: string | null = null;
  for (let turn = 0; ; turn += 1) {
    const { edges, pageInfo } = await ask(tool, sizes[turn % sizes.length] ?? 1, after);
    slices.push(edges.map(({ node }) => node));
    if (!pageInfo.hasNextPage) return slices;
    after = pageInfo.endCursor;
  }
}

const numbersTo = (size: number) => Array.from({ length: size }, (_, item) => item);

describe('offsetConnection', () => {
  it.each([true, false])(
    'returns every node once, in order, with any page size (total reported: %s)',
    async (reported) => {
      const wrong: unknown[] = [];
      for (const size of [0, 1, 2, 24, 25, 26, 99, 100, 101, 199, 200, 201, 257]) {
        for (let first = 1; first <= 100; first += 1) {
          const slices = await walk(pagedTool(size, { tellsTotal: reported }), [first]);
          const full = slices.filter((slice) => slice.length === first).length;
          const isWhole = slices.flat().join() === numbersTo(size).join() && full === Math.floor(size / first);
          if (!isWhole) wrong.push({ size, first, slices });
        }
      }
      expect(wrong).toEqual([]);
    },
  );

  it.each([true, false])('returns every node once when page sizes change (total reported: %s)', async (reported) => {
    const sequences = [
      [1, 100],
      [100, 1],
      [7, 13, 29],
      [99, 98, 97, 3],
      [50, 51],
      [33, 100, 67],
      ...numbersTo(60).map((seed) =>
        numbersTo(5).map((turn) => 1 + ((seed * 37 + turn * turn * 61 + turn * 17) % 100)),
      ),
    ];
    for (const sizes of sequences) {
      const slices = await walk(pagedTool(431, { tellsTotal: reported }), sizes);
      expect({ sizes, found: slices.flat() }).toEqual({ sizes, found: numbersTo(431) });
    }
  });

  it('ends at a full last page when the total is reported', async () => {
    const tool = pagedTool(50);
    const { pageInfo } = await ask(tool, 25, (await ask(tool, 25)).pageInfo.endCursor);

    expect(pageInfo.hasNextPage).toBe(false);
  });

  it('reports a next page, which is empty, after a full last page when no total is reported', async () => {
    const tool = pagedTool(50, { tellsTotal: false });
    const last = await ask(tool, 25, (await ask(tool, 25)).pageInfo.endCursor);
    const beyond = await ask(tool, 25, last.pageInfo.endCursor);

    expect(last.pageInfo.hasNextPage).toBe(true);
    expect(beyond).toEqual({
      edges: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null },
      totalCount: null,
    });
  });

  it('reports a next page without a total when the fetched page contains more nodes', async () => {
    const tool = pagedTool(27, { tellsTotal: false });
    const after = (await ask(tool, 1)).pageInfo.endCursor;

    expect((await ask(tool, 25, after)).pageInfo.hasNextPage).toBe(true);
    expect((await ask(tool, 26, after)).pageInfo.hasNextPage).toBe(true);
    expect((await ask(tool, 27, after)).pageInfo.hasNextPage).toBe(false);
    expect(tool.requested.slice(1)).toEqual([
      { page: 1, limit: 26 },
      { page: 1, limit: 27 },
      { page: 1, limit: 28 },
    ]);
  });

  it('returns an empty page for an empty listing', async () => {
    expect(await ask(pagedTool(0), 25)).toEqual({
      edges: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
      totalCount: 0,
    });
  });

  it('returns an empty page after the end of a listing that has become shorter', async () => {
    const { endCursor } = (await ask(pagedTool(80), 75)).pageInfo;
    const { edges, pageInfo, totalCount } = await ask(pagedTool(10), 25, endCursor);

    expect({ edges, pageInfo, totalCount }).toEqual({
      edges: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null },
      totalCount: 10,
    });
  });

  it('continues after any cursor, not only the last of a page', async () => {
    const tool = pagedTool(120);
    const { edges } = await ask(tool, 100);
    for (const { cursor, node } of edges) {
      const next = await ask(tool, 3, cursor);
      expect(next.edges.map((edge) => edge.node)).toEqual([node + 1, node + 2, node + 3]);
    }
  });

  it('fetches two pages concurrently, and returns 25 nodes by default', async () => {
    const tool = pagedTool(300);
    const { edges } = await ask(tool, 50);
    tool.requested.length = 0;
    const slice = await ask(tool, 100, edges.at(-1)?.cursor);
    const byDefault = await offsetConnection(scope, { first: null }, tool.fetchPage);

    expect(slice.edges.map(({ node }) => node)).toEqual(numbersTo(150).slice(50));
    expect(tool.requested).toEqual([
      { page: 1, limit: 100 },
      { page: 2, limit: 100 },
      { page: 1, limit: 25 },
    ]);
    expect(byDefault.edges).toHaveLength(25);
  });

  it.each([0, -1, 101, 1_000_000])('rejects first: %i without a call', async (first) => {
    const tool = pagedTool(5);

    await expect(ask(tool, first)).rejects.toThrow(`first must be from 1 to 100; it is ${first}.`);
    expect(tool.requested).toEqual([]);
  });
});
