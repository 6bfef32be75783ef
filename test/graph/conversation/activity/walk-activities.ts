import { expect } from 'vitest';
import { type ActivityFilter, PageOfActivitiesDocument } from '../../../support/generated/operations.ts';
import type { Graph } from '../../../support/graph/test-graph.ts';

/** A page of `activities`, which must succeed. */
export async function pageOf(
  graph: Graph,
  variables: { filter?: ActivityFilter; first?: number; after?: string | null },
) {
  const { data, toolCalls } = await graph.ask(PageOfActivitiesDocument, variables);
  if (!data.page) throw new Error('activities returned no page');
  const { totalCount, edges, pageInfo } = data.page;
  return { keys: edges.map(({ node }) => node.key), edges, totalCount, pageInfo, calls: toolCalls.length };
}

/**
 * Follows the cursors of `activities` to the end with alternating page sizes and checks each page.
 * @returns the ids in order, the distinct totals, and the number of calls of each page
 */
export async function walkActivities(graph: Graph, filter: ActivityFilter, sizes: readonly number[]) {
  const found: string[] = [];
  const totals = new Set<number | null>();
  const calls: number[] = [];
  let after: string | null = null;
  for (let turn = 0; ; turn += 1) {
    const first = sizes[turn % sizes.length] ?? 1;
    const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(graph, { filter, first, after });
    found.push(...page.keys);
    totals.add(page.totalCount);
    calls.push(page.calls);
    expect(page.pageInfo.hasPreviousPage).toBe(turn > 0);
    expect(page.pageInfo.startCursor).toBe(page.edges[0]?.cursor ?? null);
    expect(page.pageInfo.endCursor).toBe(page.edges.at(-1)?.cursor ?? null);
    if (!page.pageInfo.hasNextPage) return { found, totals: [...totals], calls };
    expect(page.keys).toHaveLength(first);
    after = page.pageInfo.endCursor;
  }
}
