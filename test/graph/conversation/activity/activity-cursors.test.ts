import { beforeAll, describe, expect, it } from 'vitest';
import { storeActivities } from '../../../../src/platform/services/conversation/store/store-activities.ts';
import { activity, uuid } from '../../../platform/services/conversation/conversation-records.ts';
import { type ActivityFilter, PageOfActivitiesDocument } from '../../../support/generated/operations.ts';
import { minutesAgo } from '../../../support/graph/test-graph.ts';
import { corpus, listed, type Placed } from './activity-corpus.ts';
import { daysAgo, inputsOf, iso, useConversationGraph, wire } from '../conversation-graph.ts';
import { pageOf, walkActivities } from './walk-activities.ts';

const idOf = (name: string) => uuid(`activity ${name}`);
const named = (name: string, startedAt: number) => activity(name, { started_at: startedAt, updated_at: startedAt });

/** Another valid implementation of `activities_list`: ties in reverse order, and optionally times in seconds. */
function otherService(
  activities: readonly Placed[],
  options: { total?: boolean; inSeconds?: boolean; timeless?: number },
) {
  const at = (time: number) => (options.inSeconds ? wire(time) : iso(time));
  const all = activities
    .map((each, index) => ({ ...each, startedAt: index === options.timeless ? null : at(each.started) }))
    .toSorted((a, b) =>
      a.startedAt && b.startedAt && b.startedAt !== a.startedAt
        ? b.startedAt < a.startedAt
          ? -1
          : 1
        : a.id < b.id
          ? -1
          : 1,
    );
  return async ({ input }: { input: unknown }) => {
    const { fromDate, toDate = '9999', page } = Object(input);
    const found = all.filter(({ started }) => wire(started) >= fromDate && wire(started) < toDate);
    const items = found.slice((page - 1) * 500, page * 500).map(({ id, startedAt }) => ({ id, started_at: startedAt }));
    return { items, page, ...(options.total && { total: found.length }) };
  };
}

/** Replaces the total of a cursor. Its checksum stays valid, because it covers only arguments. */
function withTotal(cursor: string, total: number): string {
  const [, position = '', checksum] = /^(.*)\.(.*)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const [from, to, , ...others] = JSON.parse(position);
  return Buffer.from(`${JSON.stringify([from, to, total, ...others])}.${checksum}`).toString('base64url');
}

describe('activity cursors', () => {
  const graph = useConversationGraph();

  beforeAll(async () => {
    await storeActivities(
      graph.db,
      Array.from({ length: 9 }, (_, index) => named(`Old ${index}`, minutesAgo(100 + index))),
    );
  });

  it('continue at the same position after activities were added and changed', async () => {
    const first = await pageOf(graph, { first: 4 });
    await storeActivities(graph.db, [
      named('New', minutesAgo(1)),
      named('Late news', minutesAgo(101)),
      named('Found later', minutesAgo(106.5)),
      named('Old 2', minutesAgo(50)),
    ]);
    const after = first.pageInfo.endCursor;
    const second = await pageOf(graph, { first: 4, after });
    const third = await pageOf(graph, { first: 4, after: second.pageInfo.endCursor });

    expect(first.keys).toEqual([0, 1, 2, 3].map((index) => idOf(`Old ${index}`)));
    expect([...second.keys, ...third.keys]).toEqual(
      ['Old 4', 'Old 5', 'Old 6', 'Found later', 'Old 7', 'Old 8'].map(idOf),
    );
    expect([first, second, third].map(({ totalCount }) => totalCount)).toEqual([9, 9, 9]);
    expect(third.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
  });

  it('return an empty page after the last activity', async () => {
    const all = await pageOf(graph, { first: 100 });
    const { keys, pageInfo } = await pageOf(graph, { after: all.pageInfo.endCursor });

    expect(keys).toEqual([]);
    expect(pageInfo).toEqual({ hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null });
  });

  it('are accepted for an equivalent filter with any page size', async () => {
    const from = iso(daysAgo(5));
    const { pageInfo } = await pageOf(graph, { filter: { occurred: { from } }, first: 2 });
    const next = await pageOf(graph, {
      filter: { status: null, occurred: { to: null, from } },
      first: 1,
      after: pageInfo.endCursor,
    });

    expect(next.keys).toEqual([idOf('Old 0')]);
  });

  it.each<[string, ActivityFilter | null, (cursor: string) => string]>([
    ['for another period', { occurred: { from: iso(daysAgo(6)) } }, (cursor) => cursor],
    ['for another status', { status: 'SENT' }, (cursor) => cursor],
    ['for times of change', { updated: {} }, (cursor) => cursor],
    ['with a character appended', null, (cursor) => `${cursor}A`],
    ['truncated', null, (cursor) => cursor.slice(2)],
    ['with a total beyond all integers', null, (cursor) => withTotal(cursor, 2 ** 40)],
    ['with a negative total', null, (cursor) => withTotal(cursor, -1)],
    ['with a forged seal', null, () => Buffer.from('[0,1,null,2,"x"].abcdefghij').toString('base64url')],
  ])('are rejected without a call %s', async (_what, filter, change) => {
    const { pageInfo } = await pageOf(graph, { first: 1 });
    graph.tools.restore();
    const { data, errors } = await graph.execute(PageOfActivitiesDocument, {
      filter,
      after: change(pageInfo.endCursor ?? ''),
    });

    expect(data).toEqual({ page: null });
    expect(errors.map(({ message, extensions }) => [message, extensions?.['code']])).toEqual([
      ['after must be a cursor that activities returned for the same arguments.', 'BAD_USER_INPUT'],
    ]);
    expect(graph.tools.calls).toEqual([]);
  });

  it('include activities that started up to ten minutes after the clock of the graph', async () => {
    const ahead = ['Ahead 9', 'Ahead 1'].map(idOf);
    await storeActivities(graph.db, [
      named('Ahead 11', minutesAgo(-11)),
      named('Ahead 9', minutesAgo(-9)),
      named('Ahead 1', minutesAgo(-1)),
    ]);
    const whole = await pageOf(graph, { first: 100 });
    const first = await pageOf(graph, { first: 1 });
    const second = await pageOf(graph, { first: 1, after: first.pageInfo.endCursor });
    const updated = await pageOf(graph, { filter: { updated: {} }, first: 2 });

    expect(whole.keys.slice(0, 2)).toEqual(ahead);
    expect(whole.totalCount).toBe(whole.keys.length);
    expect([...first.keys, ...second.keys]).toEqual(ahead);
    expect([first.totalCount, second.totalCount]).toEqual([whole.totalCount, whole.totalCount]);
    expect(updated.keys).toEqual(ahead);
    expect(inputsOf(graph, 'activities_list')[0]).toEqual({ fromDate: wire(daysAgo(30)), page: 1 });
  });

  const filter = { occurred: { from: iso(daysAgo(3 * 365)) } };

  it.each([
    ['sorts ties in reverse', { total: true }],
    ['reports no totals', {}],
    ['returns whole seconds only', { total: true, inSeconds: true }],
    ['returns one activity without a start', { total: true, timeless: 1060 }],
  ])('return each activity once from a service that %s', async (_what, options) => {
    graph.tools.replace('activities_list', otherService(corpus, options));
    for (const sizes of [[100], [73]]) {
      const { found } = await walkActivities(graph, filter, sizes);
      expect(found).toHaveLength(corpus.length);
      expect(new Set(found)).toEqual(new Set(listed(corpus)));
    }
  });
});
