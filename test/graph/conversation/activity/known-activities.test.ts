import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuid } from '../../../platform/services/conversation/conversation-records.ts';
import {
  ActivityInTwoStepsDocument,
  ActivityTitleDocument,
  TitlesSinceDocument,
  TwoActivityTitlesDocument,
} from '../../../support/generated/operations.ts';
import { idOf, storeAgedActivities } from './aged-activities.ts';
import { daysAgo, inputsOf, iso, useConversationGraph, wire, connectNewCaller } from '../conversation-graph.ts';

describe('an activity by id whose start is known', () => {
  const graph = useConversationGraph();
  let caller: { as: string };

  beforeAll(() => storeAgedActivities(graph.db));
  beforeEach(async ({ task }) => {
    caller = await connectNewCaller(graph, task.id);
  });

  const titleOf = async (name: string, as = caller) => {
    const { data } = await graph.ask(ActivityTitleDocument, { id: idOf(name) }, as);
    return data.activity?.title;
  };
  const listSince = (days: number) => graph.ask(TitlesSinceDocument, { from: iso(daysAgo(days)) }, caller);
  /** The inputs of all later calls of `activities_list`. */
  const laterInputs = () => {
    graph.tools.calls.length = 0;
    return () => inputsOf(graph, 'activities_list');
  };
  const second = (time: number) => ({ fromDate: wire(time), toDate: wire(time + 1000), page: 1 });
  const move = (name: string, startedAt: number) =>
    graph.db
      .updateTable('convo_activities')
      .set({ started_at: new Date(startedAt) })
      .where('id', '=', idOf(name))
      .execute();

  it('costs one call for one second', async () => {
    await titleOf('old');
    const inputs = laterInputs();

    expect(await titleOf('old')).toBe('old');
    expect(inputs()).toEqual([second(daysAgo(500))]);
  });

  it('is known from a listing', async () => {
    await listSince(250);
    const inputs = laterInputs();

    expect(await titleOf('mid')).toBe('mid');
    expect(inputs()).toEqual([second(daysAgo(200))]);
  });

  it('costs one call per window, together with others in the same window', async () => {
    await move('mid', daysAgo(20));
    await listSince(600);
    const inputs = laterInputs();
    const { data } = await graph.ask(TwoActivityTitlesDocument, { one: idOf('mid'), other: idOf('new') }, caller);
    await move('mid', daysAgo(200));

    expect(data).toEqual({ one: { title: 'mid' }, other: { title: 'new' } });
    expect(inputs()).toEqual([{ fromDate: wire(daysAgo(20)), toDate: wire(daysAgo(1) + 1000), page: 1 }]);
  });

  it('costs no call of its own if a scan for another id passes it', async () => {
    await titleOf('new');
    const inputs = laterInputs();
    const { data } = await graph.ask(TwoActivityTitlesDocument, { one: idOf('new'), other: idOf('mid') }, caller);

    expect(data).toEqual({ one: { title: 'new' }, other: { title: 'mid' } });
    expect(inputs()).toEqual([
      { fromDate: wire(daysAgo(180)), page: 1 },
      { fromDate: wire(daysAgo(360)), toDate: wire(daysAgo(180)), page: 1 },
    ]);
  });

  it('is found after it has been moved', async () => {
    await titleOf('new');
    await move('new', daysAgo(2));
    const inputs = laterInputs();
    const title = await titleOf('new');
    const again = await titleOf('new');
    await move('new', daysAgo(1));

    expect([title, again]).toEqual(['new', 'new']);
    expect(inputs()).toEqual([second(daysAgo(1)), { fromDate: wire(daysAgo(180)), page: 1 }, second(daysAgo(2))]);
  });

  it('is null if it is older than the horizon', async () => {
    await listSince(1000);

    expect(await titleOf('ancient')).toBeUndefined();
  });

  it('is known to its identifier only', async () => {
    await titleOf('new');
    const inputs = laterInputs();

    expect(await titleOf('new', { as: 'zoe' })).toBeUndefined();
    expect(inputs()).toHaveLength(5);
  });

  it('is listed again by a later step of an operation whose scan has dropped it', async () => {
    const count = 4_000;
    const at = (index: number) => daysAgo(1) - index * 60_000;
    const item = (index: number) => ({
      id: uuid(`paged ${index}`),
      title: `Call ${index}`,
      started_at: wire(at(index)),
    });
    graph.tools.replace('activities_list', ({ input }) => {
      const { page, fromDate } = Object(input);
      const items = Array.from({ length: count }, (_, index) => item(index)).filter(
        ({ started_at }) => started_at >= fromDate,
      );
      const shown =
        'toDate' in Object(input) ? items.filter(({ started_at }) => started_at < Object(input).toDate) : items;
      return Promise.resolve({ items: shown.slice((page - 1) * 500, page * 500), total: shown.length });
    });
    graph.tools.replace('summary_get', () => Promise.resolve({ content: 'A summary' }));
    const [dropped, last] = [3_100, 3_600];
    const inputs = laterInputs();
    const { data } = await graph.ask(
      ActivityInTwoStepsDocument,
      { one: uuid(`paged ${last}`), other: uuid(`paged ${dropped}`) },
      caller,
    );

    expect(data).toEqual({
      activity: { title: `Call ${last}`, comments: [] },
      other: { summary: { activity: { title: `Call ${dropped}` } } },
    });
    expect(inputs()).toEqual([
      ...Array.from({ length: 8 }, (_, index) => ({ fromDate: wire(daysAgo(180)), page: index + 1 })),
      second(at(dropped)),
    ]);
  });
});
