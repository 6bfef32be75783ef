import { beforeAll, describe, expect, it } from 'vitest';
import { storeActivities } from '../../../../src/platform/services/conversation/store/store-activities.ts';
import { vacuum } from '../../../../src/platform/database/vacuum.ts';
import { minutesAgo } from '../../../support/graph/test-graph.ts';
import { border, corpus, listed, recordOf } from './activity-corpus.ts';
import { daysAgo, inputsOf, iso, useConversationGraph, wire } from '../conversation-graph.ts';
import { pageOf, walkActivities } from './walk-activities.ts';

describe('activity pages', () => {
  const graph = useConversationGraph();

  beforeAll(async () => {
    await storeActivities(graph.db, corpus.map(recordOf));
    await vacuum(graph.db, 'convo');
  });

  const years = { from: iso(daysAgo(3 * 365)) };
  /** Between two activities that started within the same second. */
  const instant = minutesAgo(600) + 200;

  it.each([
    ['any period', { occurred: years }, listed(corpus)],
    ['most recently changed first', { updated: years }, listed(corpus, 'updated')],
    [
      'a status',
      { occurred: years, status: 'SENT' as const },
      listed(corpus.filter(({ status }) => status === 'sent')),
    ],
    [
      'a period of changes within a period of starts, both to the millisecond',
      { occurred: { from: iso(daysAgo(300)), to: iso(instant) }, updated: { from: iso(border - 1), to: iso(instant) } },
      listed(
        corpus.filter(
          ({ started, updated }) =>
            started >= daysAgo(300) && started < instant && updated >= border - 1 && updated < instant,
        ),
      ),
    ],
  ])('return each activity once and in order: %s', async (_what, filter, expected) => {
    for (const sizes of [[100], [99, 1, 50]]) {
      const { found, totals } = await walkActivities(graph, filter, sizes);
      expect(found).toEqual(expected);
      expect(totals).toEqual([null]);
    }
  });

  const aroundBorder = listed(corpus.filter(({ status }) => status === 'delivered'));

  it.each(Array.from({ length: aroundBorder.length + 1 }, (_, index) => index + 1))(
    'return each activity near the border of a window once, %i per page',
    async (first) => {
      const { found } = await walkActivities(graph, { occurred: years, status: 'DELIVERED' }, [first]);

      expect(found).toEqual(aroundBorder);
    },
  );

  it.each([
    { count: 499, from: 500, to: 201 },
    { count: 500, from: 500, to: 200 },
    { count: 501, from: 500, to: 199 },
    { count: 1000, from: 999, to: 60 },
    { count: 1001, from: 999, to: 59 },
  ])('stop after the last of $count activities of a period and report the total', async ({ count, from, to }) => {
    const occurred = { from: iso(minutesAgo(from)), to: iso(minutesAgo(to)) };
    const { found, totals } = await walkActivities(graph, { occurred }, [100]);

    expect(found).toEqual(
      listed(corpus.filter(({ started }) => started >= minutesAgo(from) && started < minutesAgo(to))),
    );
    expect([found.length, totals]).toEqual([count, [count]]);
  });

  it.each([
    ['a page of exactly all of them', 30, false],
    ['a page of one less', 29, true],
    ['a page of one more', 31, false],
  ])('report whether more activities follow after %s', async (_what, first, hasNextPage) => {
    const { keys, pageInfo } = await pageOf(graph, { filter: { occurred: { from: iso(minutesAgo(30)) } }, first });

    expect(keys).toHaveLength(Math.min(first, 30));
    expect(pageInfo.hasNextPage).toBe(hasNextPage);
  });

  it('need no second tool page if the first contains one activity more than requested', async () => {
    const { calls, totalCount } = await pageOf(graph, {
      filter: { occurred: { from: iso(minutesAgo(500)), to: iso(minutesAgo(199)) } },
      first: 100,
    });

    expect([calls, totalCount]).toEqual([1, 501]);
  });

  it('report an exact total for ends with milliseconds without another call if one tool page has all', async () => {
    const from = iso(minutesAgo(600));
    const some = { from, to: iso(minutesAgo(600) + 100) };
    const many = { from: iso(minutesAgo(600) + 1), to: iso(minutesAgo(400)) };
    const few = { from: iso(minutesAgo(600) + 1), to: iso(minutesAgo(600) + 40) };

    expect((await pageOf(graph, { filter: { occurred: some }, first: 5 })).totalCount).toBe(14);
    const { totals, calls } = await walkActivities(graph, { occurred: many }, [100]);
    expect(calls).toEqual([1, 1, 1, 1]);
    expect(totals).toEqual([
      corpus.filter(({ started }) => started > minutesAgo(600) && started < minutesAgo(400)).length,
    ]);
    expect((await pageOf(graph, { filter: { occurred: few }, first: 5 })).totalCount).toBe(4);
  });

  it.each(['occurred', 'updated'] as const)('count the first partial second of a long period (%s)', async (by) => {
    const [from, to] = [minutesAgo(600) + 200, minutesAgo(20)];
    const period = { from: iso(from), to: iso(to) };
    const first = await pageOf(graph, { filter: { [by]: period }, first: 5 });
    const second = await pageOf(graph, { filter: { [by]: period }, first: 5, after: first.pageInfo.endCursor });

    const time = by === 'occurred' ? 'started' : 'updated';
    const expected = corpus.filter((each) => each[time] >= from && each[time] < to).length;
    expect(expected).toBeGreaterThan(500);
    expect([first.totalCount, second.totalCount]).toEqual([expected, expected]);
    const [fromDate, toDate] = by === 'occurred' ? ['fromDate', 'toDate'] : ['updatedFrom', 'updatedTo'];
    expect(inputsOf(graph, 'activities_list')).toEqual([
      { [fromDate]: wire(minutesAgo(600)), [toDate]: wire(minutesAgo(20)), page: 1 },
      { [fromDate]: wire(minutesAgo(600)), [toDate]: wire(minutesAgo(600) + 1000), page: 1 },
      { [fromDate]: wire(minutesAgo(600)), [toDate]: expect.any(String), page: 1 },
    ]);
  });

  it('do not count the first partial second if the total is not selected', async () => {
    const filter = { occurred: { from: iso(minutesAgo(600) + 200), to: iso(minutesAgo(20)) } };
    const query = 'query ($filter: ActivityFilter) { activities(filter: $filter, first: 5) { nodes { id } } }';
    const { toolCalls } = await graph.ask({ toString: () => query }, { filter });

    expect(toolCalls).toHaveLength(1);
  });

  it('request adjacent windows, the newest without an end', async () => {
    await pageOf(graph, { filter: { occurred: { from: iso(daysAgo(400)) }, status: 'DELIVERED' } });

    expect(inputsOf(graph, 'activities_list')).toEqual([
      { fromDate: wire(daysAgo(180)), status: 'delivered', page: 1 },
      { fromDate: wire(daysAgo(360)), toDate: wire(daysAgo(180)), status: 'delivered', page: 1 },
      { fromDate: wire(daysAgo(400)), toDate: wire(daysAgo(360)), status: 'delivered', page: 1 },
    ]);
  });

  it('cover the last 30 days without a filter', async () => {
    await pageOf(graph, {});
    await pageOf(graph, { filter: { updated: {} } });
    await pageOf(graph, { filter: { occurred: { to: iso(daysAgo(100)) } } });

    expect(inputsOf(graph, 'activities_list')).toEqual([
      { fromDate: wire(daysAgo(30)), page: 1 },
      { updatedFrom: wire(daysAgo(30)), page: 1 },
      { fromDate: wire(daysAgo(130)), toDate: wire(daysAgo(100)), page: 1 },
    ]);
  });
});
