import { beforeAll, describe, expect, it } from 'vitest';
import { daysAgo, iso, useConversationGraph } from '../conversation-graph.ts';
import { storeManyActivities } from './store-many-activities.ts';
import { pageOf, walkActivities } from './walk-activities.ts';

/** Three windows of 180 days, each with two tool pages of at most 500 activities. */
const count = 2500;
const days = 540;
const span = daysAgo(0) - daysAgo(days);

describe('2,500 activities over 540 days', () => {
  const graph = useConversationGraph();
  /** Evenly spaced; every seventh starts in the same second as the previous one. */
  const activities = Array.from({ length: count }, (_, index) => {
    const place = index % 7 === 6 ? index - 1 : index;
    const started = Math.floor((daysAgo(0) - 1 - (place * span) / count) / 1000) * 1000;
    return { title: `Activity ${index}`, started };
  });
  let ids: string[];

  beforeAll(async () => {
    ids = await storeManyActivities(graph.db, activities);
  });

  const filter = { occurred: { from: iso(daysAgo(days)) } };

  it('are each returned once, with one call per page', async () => {
    const { found, totals, calls } = await walkActivities(graph, filter, [100]);

    expect(found).toHaveLength(count);
    expect(new Set(found)).toEqual(new Set(ids));
    expect(totals).toEqual([null]);
    expect(calls).toEqual(Array.from({ length: 25 }, () => 1));
  });

  it('cost one call for the first 25', async () => {
    const { keys, calls, totalCount } = await pageOf(graph, { filter, first: 25 });

    expect(keys).toHaveLength(25);
    expect([calls, totalCount]).toEqual([1, null]);
  });
});
