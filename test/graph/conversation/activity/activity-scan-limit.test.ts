import { beforeAll, describe, expect, it } from 'vitest';
import { ada, ben } from '../../../platform/services/conversation/conversation-records.ts';
import {
  ActivitiesOfUsersDocument,
  type ActivityFilter,
  FoundActivitiesDocument,
} from '../../../support/generated/operations.ts';
import { called, times } from '../../../support/graph/expected-tool-calls.ts';
import { minutesAgo } from '../../../support/graph/test-graph.ts';
import { daysAgo, iso, useConversationGraph } from '../conversation-graph.ts';
import { storeManyActivities } from './store-many-activities.ts';

/** One activity every 20 minutes, but four in the second in which the first 5,000 end. */
const startOf = (index: number) => minutesAgo(20 * (index >= 4998 && index <= 5001 ? 4998 : index) + 1);

const rare = new Set([0, 4998, 4999, 5000, 5001, 10_200]);
const count = 10_300;

const sorted = (titles: readonly (string | null)[]) => titles.toSorted((a, b) => String(a).localeCompare(String(b)));

describe('a page of activities that reads 5,000 of them', () => {
  const graph = useConversationGraph();

  beforeAll(async () => {
    const activities = Array.from({ length: count }, (_, index) => ({
      title: `${rare.has(index) ? 'Rare' : 'Common'} ${index}`,
      started: startOf(index),
      hostId: rare.has(index) ? ben : ada,
    }));
    await storeManyActivities(graph.db, activities);
  });

  async function pageOf(filter: ActivityFilter, slice: { first?: number; after?: string | null } = {}) {
    const { data, toolCalls } = await graph.ask(FoundActivitiesDocument, { filter, ...slice });
    if (!data.activities) throw new Error('activities returned no page');
    const { nodes, ...page } = data.activities;
    return { titles: nodes.map(({ title }) => title), ...page, calls: toolCalls.length };
  }

  async function walk(filter: ActivityFilter, first: number) {
    const pages: Awaited<ReturnType<typeof pageOf>>[] = [];
    for (let after: string | null = null; ;) {
      const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(filter, { first, after });
      pages.push(page);
      if (!page.pageInfo.hasNextPage) return pages;
      after = page.pageInfo.endCursor;
    }
  }

  const allRare = [...rare].map((index) => `Rare ${index}`);

  it('is partial, and its cursor continues the scan without losing or repeating activities of one second', async () => {
    const pages = await walk({ title: 'rare' }, 25);

    expect(sorted(pages.flatMap(({ titles }) => titles))).toEqual(sorted(allRare));
    expect(
      pages.map(({ titles, isPartial, totalCount, calls }) => [titles.length, isPartial, totalCount, calls]),
    ).toEqual([
      [1, true, null, 10],
      [4, true, null, 11],
      [1, false, null, 1],
    ]);
    expect(pages.map(({ scannedCount }) => scannedCount)).toEqual([5000, 5000, count - 9998]);
  });

  it('has an end cursor if it is empty', async () => {
    const filter = { title: 'rare 10200' };
    const pages = await walk(filter, 25);

    expect(pages[0]).toMatchObject({ titles: [], isPartial: true, scannedCount: 5000, totalCount: null });
    expect(pages[0]?.pageInfo).toEqual({
      hasNextPage: true,
      hasPreviousPage: false,
      startCursor: null,
      endCursor: expect.any(String),
    });
    expect(pages.flatMap(({ titles }) => titles)).toEqual(['Rare 10200']);
  });

  it.each([1, 2, 3])('returns each activity once, %i per page', async (first) => {
    const pages = await walk({ hostIds: [ben] }, first);

    expect(sorted(pages.flatMap(({ titles }) => titles))).toEqual(sorted(allRare));
    for (const { titles, isPartial, scannedCount } of pages) {
      expect(scannedCount).toBeLessThanOrEqual(5000);
      expect(isPartial && titles.length >= first).toBe(false);
    }
  });

  it('is not partial if it is full, although the scan stopped', async () => {
    const page = await pageOf({ title: 'rare' }, { first: 1 });

    expect(page).toMatchObject({ titles: ['Rare 0'], isPartial: false, scannedCount: 1, totalCount: null, calls: 10 });
    expect(page.pageInfo.hasNextPage).toBe(true);
  });

  it.each([
    [5000, { isPartial: false, totalCount: 1, calls: 10 }],
    [5001, { isPartial: true, totalCount: null, calls: 10 }],
  ])('reads a period of %i activities', async (size, expected) => {
    const occurred = { from: iso(startOf(100 + size - 1)), to: iso(startOf(100) + 1000) };

    expect(await pageOf({ title: 'rare 5000', occurred })).toMatchObject({ ...expected, scannedCount: 5000 });
  });

  it('is limited as well with both periods', async () => {
    const changed = { from: iso(daysAgo(3000)), to: iso(daysAgo(2000)) };
    const page = await pageOf({ occurred: { from: iso(daysAgo(150)) }, updated: changed });

    expect(page).toMatchObject({ isPartial: true, scannedCount: 5000, calls: 10 });
  });

  it('shares its calls with those of other users', async () => {
    const { data, toolCalls } = await graph.ask(ActivitiesOfUsersDocument, {});

    expect(toolCalls).toEqual([called('users_list'), ...times(10, called('activities_list'))]);
    expect(data.users?.map(({ activities }) => [activities?.nodes.length, activities?.isPartial])).toEqual([
      [25, false],
      [1, true],
    ]);
  });
});
