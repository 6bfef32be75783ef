import { beforeEach, expect, it } from 'vitest';
import { storeActivities } from '../../../../../src/platform/services/conversation/store/store-activities.ts';
import type { conversationTools } from '../../../../../src/tools/conversation/conversation-tools.ts';
import type { ToolInput } from '../../../../../src/tools/tool.ts';
import { describeOnDatabases } from '../../../../support/database/suite-database.ts';
import { conversationCallers } from '../conversation-caller.ts';
import { acme, activity, ada, resetTeams, zenith, zoe } from '../conversation-records.ts';

type Input = ToolInput<typeof conversationTools.activities_list>;

const february = { fromDate: '2026-02-01 00:00:00', toDate: '2026-03-01 00:00:00' };

/** `count` activities that started in the same second. */
const atOnce = (count: number) =>
  Array.from({ length: count }, (_, index) => activity(`call ${index}`, { started_at: '2026-02-10 09:00:00' }));

const latestIdFirst = (records: { id: string }[]) =>
  records
    .map(({ id }) => id)
    .toSorted()
    .toReversed();

describeOnDatabases('activities_list', ({ db }) => {
  const caller = conversationCallers(db).as(ada);
  beforeEach(() => resetTeams(db));

  const titles = async (input: Input) =>
    (await caller.record('activities_list', input)).items.map(({ title }) => title);
  const idsOf = async (input: Input) => (await caller.record('activities_list', input)).items.map(({ id }) => id);

  it('returns why an activity could not be processed', async () => {
    const processing = { state: 'failed' as const, failure: 'no cue could be read', skipped_cues: 3 };
    await storeActivities(db, [activity('Intro', { processing })]);

    expect(await caller.payload('activities_list', february)).toMatchObject({
      items: [{ processing: { ...processing, warnings: [], will_notify: false } }],
    });
  });

  it('returns an empty page for a range without activities', async () => {
    const nothing = { items: [], page: 1, page_size: 500, total: 0 };
    expect(await caller.payload('activities_list', february)).toEqual(nothing);
  });

  it('includes the start of a range and excludes its end', async () => {
    await storeActivities(db, [
      activity('just before', { started_at: '2026-01-31T23:59:59.999Z' }),
      activity('at the begin', { started_at: '2026-02-01 00:00:00' }),
      activity('just inside', { started_at: '2026-02-28T23:59:59.999Z' }),
      activity('at the end', { started_at: '2026-03-01 00:00:00' }),
    ]);

    expect(await titles(february)).toEqual(['just inside', 'at the begin']);
    expect(await titles({ fromDate: february.fromDate })).toEqual(['at the end', 'just inside', 'at the begin']);
  });

  it('sorts by update time when only update times are filtered', async () => {
    await storeActivities(db, [
      activity('old, changed late', { started_at: '2020-01-01 00:00:00', updated_at: '2026-02-20 00:00:00' }),
      activity('new, changed early', { started_at: '2026-02-10 00:00:00', updated_at: '2026-02-11 00:00:00' }),
      activity('changed at the end', { started_at: '2026-02-10 00:00:00', updated_at: '2026-02-25 00:00:00' }),
      activity('changed at the begin', { started_at: '2026-02-01 00:00:00', updated_at: '2026-02-02 00:00:00' }),
    ]);

    expect(await titles({ updatedFrom: '2026-02-02 00:00:00', updatedTo: '2026-02-25 00:00:00' })).toEqual([
      'old, changed late',
      'new, changed early',
      'changed at the begin',
    ]);
    expect(await titles({ updatedFrom: '2026-02-12 00:00:00' })).toEqual(['changed at the end', 'old, changed late']);
    expect(await titles({ ...february, updatedFrom: '2026-02-02 00:00:00' })).toEqual(
      [activity('new, changed early'), activity('changed at the end')]
        .toSorted((a, b) => (a.id < b.id ? 1 : -1))
        .map(({ title }) => title)
        .concat('changed at the begin'),
    );
  });

  it('returns activities with any status, or with the requested one', async () => {
    const statuses = ['in-progress', 'completed', 'received', 'sent', 'delivered'] as const;
    await storeActivities(
      db,
      statuses.map((status, index) => activity(status, { status, started_at: `2026-02-0${9 - index} 00:00:00` })),
    );

    expect(await titles(february)).toEqual([...statuses]);
    for (const status of statuses) expect(await titles({ ...february, status })).toEqual([status]);
    expect(await titles({ updatedFrom: february.fromDate, status: 'sent' })).toEqual(['sent']);
  });

  it('shows the activities of an organization only to its own users', async () => {
    await storeActivities(db, [activity('ours'), activity('theirs', { organization_id: zenith, host_user_id: zoe })]);

    expect(await titles(february)).toEqual(['ours']);
    const theirs = await conversationCallers(db).as(zoe).record('activities_list', february);
    expect(theirs.items.map(({ title }) => title)).toEqual(['theirs']);
    expect(theirs.total).toBe(1);
  });

  it('returns 500 per page and continues without gaps, also at equal times', async () => {
    const records = atOnce(501);
    await storeActivities(db, records.slice(0, 500));
    const full = await caller.record('activities_list', february);
    expect([full.items.length, full.page, full.pageSize, full.total]).toEqual([500, 1, 500, 500]);
    expect(await caller.payload('activities_list', { ...february, page: 2 })).toEqual({
      items: [],
      page: 2,
      page_size: 500,
      total: 500,
    });

    await storeActivities(db, records.slice(500));
    const first = await idsOf({ ...february, page: 1 });
    const second = await idsOf({ ...february, page: 2 });
    expect([first.length, second.length]).toEqual([500, 1]);
    expect([...first, ...second]).toEqual(latestIdFirst(records));
    expect(await idsOf({ ...february, page: 3 })).toEqual([]);
  });

  it('returns each activity exactly once over all pages, in either order', async () => {
    const records = Array.from({ length: 1203 }, (_, index) =>
      activity(`call ${index}`, {
        started_at: `2026-02-1${index % 3} 09:00:00`,
        updated_at: `2026-02-2${index % 2} 09:00:00`,
      }),
    );
    await storeActivities(db, records);
    for (const input of [february, { updatedFrom: february.fromDate }]) {
      const pages = await Promise.all([1, 2, 3, 4].map((page) => idsOf({ ...input, page })));
      expect(pages.map(({ length }) => length)).toEqual([500, 500, 203, 0]);
      expect(pages.flat().toSorted()).toEqual(latestIdFirst(records).toReversed());
    }
  });

  it('returns nothing to an organization without activities', async () => {
    await storeActivities(db, [activity('ours', { organization_id: acme })]);
    const empty = await conversationCallers(db).as(zoe).payload('activities_list', february);
    expect(empty).toEqual({ items: [], page: 1, page_size: 500, total: 0 });
  });
});
