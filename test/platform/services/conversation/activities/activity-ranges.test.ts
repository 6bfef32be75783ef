import { beforeEach, expect, it } from 'vitest';
import { storeActivities } from '../../../../../src/platform/services/conversation/store/store-activities.ts';
import type { conversationTools } from '../../../../../src/tools/conversation/conversation-tools.ts';
import type { ToolInput } from '../../../../../src/tools/tool.ts';
import { describeOnDatabases } from '../../../../support/database/suite-database.ts';
import { conversationCallers } from '../conversation-caller.ts';
import { activity, ada, resetTeams } from '../conversation-records.ts';

type Input = ToolInput<typeof conversationTools.activities_list>;

const february = { fromDate: '2026-02-01 00:00:00', toDate: '2026-03-01 00:00:00' };

describeOnDatabases('the ranges of activities_list', ({ db }) => {
  const caller = conversationCallers(db).as(ada);
  beforeEach(() => resetTeams(db));

  const titles = async (input: Input) =>
    (await caller.record('activities_list', input)).items.map(({ title }) => title);

  it.each<[string, Input, string, string]>([
    ['a call without a range', { status: 'completed' }, 'fromDate', 'or updatedFrom is required'],
    ['an end without a start', { toDate: '2026-02-01 00:00:00' }, 'fromDate', 'or updatedFrom is required'],
    [
      'an end before its begin',
      { fromDate: '2026-02-02 00:00:00', toDate: '2026-02-01 00:00:00' },
      'fromDate',
      'must be before toDate',
    ],
    [
      'an end at its begin',
      { updatedFrom: '2026-02-01 00:00:00', updatedTo: '2026-02-01 00:00:00' },
      'updatedFrom',
      'must be before updatedTo',
    ],
    ['an end in the future', { ...february, toDate: '2026-03-02 12:10:01' }, 'toDate', 'must not be in the future'],
    ['a start in the future', { fromDate: '2026-03-02 12:10:01' }, 'fromDate', 'must not be in the future'],
    [
      'updates of the future',
      { updatedFrom: '2026-02-01 00:00:00', updatedTo: '2026-03-02 12:10:01' },
      'updatedTo',
      'must not be in the future',
    ],
    [
      'seven months',
      { fromDate: '2025-07-01 00:00:00', toDate: '2026-02-01 00:00:00' },
      'fromDate',
      'must be less than 6 months before toDate',
    ],
    [
      'exactly six months',
      { fromDate: '2025-08-01 00:00:00', toDate: '2026-02-01 00:00:00' },
      'fromDate',
      'must be less than 6 months before toDate',
    ],
    [
      'six months to the present',
      { updatedFrom: '2025-09-02 12:00:00' },
      'updatedFrom',
      'must be less than 6 months before updatedTo',
    ],
    [
      'one short range and one long',
      { ...february, updatedFrom: '2025-07-01 00:00:00' },
      'updatedFrom',
      'must be less than 6 months before updatedTo',
    ],
    [
      'another form of date-time',
      { fromDate: '2026-02-01T00:00:00Z' },
      'fromDate',
      'must be a UTC date-time of the form YYYY-MM-DD HH:MM:SS',
    ],
    ['a day that does not exist', { fromDate: '2026-02-30 00:00:00' }, 'fromDate', 'must be a date-time that exists'],
    ['page 0', { ...february, page: 0 }, 'page', 'must be at least 1'],
  ])('rejects %s', async (_case, input, parameter, message) => {
    expect(await caller.refusal('activities_list', input)).toEqual({
      code: 'BAD_USER_INPUT',
      message: `${parameter} ${message}`,
      issues: [{ path: [parameter], message }],
    });
  });

  it('accepts a range of one second less than six months, and one that ends now', async () => {
    await storeActivities(db, [activity('in it', { started_at: '2025-08-01 00:00:01' })]);

    expect(await titles({ fromDate: '2025-08-01 00:00:01', toDate: '2026-02-01 00:00:00' })).toEqual(['in it']);
    expect(await titles({ fromDate: '2025-09-02 12:00:01', toDate: '2026-03-02 12:00:00' })).toEqual([]);
    expect(await titles({ updatedFrom: '2025-09-02 12:00:01' })).toEqual([]);
  });

  it.each(['2026-03-02 12:00:05', '2026-03-02 12:05:00', '2026-03-02 12:10:00'])(
    'takes an end of %s, by a clock that is ahead, for the present',
    async (end) => {
      const times = { started_at: '2026-03-02 11:59:59', updated_at: '2026-03-02 11:59:59' };
      const ahead = { started_at: '2026-03-02 12:00:01', updated_at: '2026-03-02 12:00:01' };
      await storeActivities(db, [activity('past', times), activity('to come', ahead)]);

      expect(await titles({ ...february, toDate: end })).toEqual(['past']);
      expect(await titles({ updatedFrom: february.fromDate, updatedTo: end })).toEqual(['past']);
      expect(await titles({ fromDate: '2025-09-02 12:00:01', toDate: end })).toEqual(['past']);
      expect(await titles({ fromDate: end })).toEqual([]);
    },
  );

  it('reports every invalid parameter', async () => {
    const { issues } = await caller.refusal('activities_list', {
      fromDate: '2025-01-01 00:00:00',
      toDate: '2026-04-01 00:00:00',
      updatedFrom: '2026-02-01 00:00:00',
      updatedTo: '2026-04-01 00:00:00',
    });
    expect(issues).toEqual([
      { path: ['toDate'], message: 'must not be in the future' },
      { path: ['fromDate'], message: 'must be less than 6 months before toDate' },
      { path: ['updatedTo'], message: 'must not be in the future' },
    ]);
  });
});
