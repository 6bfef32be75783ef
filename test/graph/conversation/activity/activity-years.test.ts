import { beforeAll, describe, expect, it } from 'vitest';
import { storeActivities } from '../../../../src/platform/services/conversation/store/store-activities.ts';
import { vacuum } from '../../../../src/platform/database/vacuum.ts';
import { activity } from '../../../platform/services/conversation/conversation-records.ts';
import { daysAgo, iso, useConversationGraph } from '../conversation-graph.ts';
import { pageOf, walkActivities } from './walk-activities.ts';

const count = 10_000;
const span = daysAgo(0) - daysAgo(3 * 365);

describe('10,000 activities over three years', () => {
  const graph = useConversationGraph();
  /** Evenly spaced over the years; every seventh starts in the same second as the previous one. */
  const records = Array.from({ length: count }, (_, index) => {
    const place = index % 7 === 6 ? index - 1 : index;
    return activity(`Year ${index}`, {
      started_at: Math.floor((daysAgo(0) - 1 - (place * span) / count) / 1000) * 1000,
    });
  });

  beforeAll(async () => {
    await storeActivities(graph.db, records);
    await vacuum(graph.db, 'convo');
  });

  const filter = { occurred: { from: iso(daysAgo(3 * 365)) } };

  it('are each returned once, with one call per page', async () => {
    const { found, totals, calls } = await walkActivities(graph, filter, [100]);

    expect(found).toHaveLength(count);
    expect(new Set(found)).toEqual(new Set(records.map(({ id }) => id)));
    expect(totals).toEqual([null]);
    expect(calls).toEqual(Array.from({ length: 100 }, () => 1));
  });

  it('cost one call for the first 25', async () => {
    const { keys, calls, totalCount } = await pageOf(graph, { filter, first: 25 });

    expect(keys).toHaveLength(25);
    expect([calls, totalCount]).toEqual([1, null]);
  });
});
