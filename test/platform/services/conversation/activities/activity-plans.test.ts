import { beforeAll, expect, it } from 'vitest';
import { vacuum } from '../../../../../src/platform/database/vacuum.ts';
import {
  type ActivityRecord,
  storeActivities,
} from '../../../../../src/platform/services/conversation/store/store-activities.ts';
import type { conversationTools } from '../../../../../src/tools/conversation/conversation-tools.ts';
import type { ToolInput } from '../../../../../src/tools/tool.ts';
import { explain, recordStatements } from '../../../../support/database/statement-recorder.ts';
import { describeOnDatabases } from '../../../../support/database/suite-database.ts';
import { conversationCallers } from '../conversation-caller.ts';
import { activity, ada, now, resetTeams, uuid } from '../conversation-records.ts';

type Input = ToolInput<typeof conversationTools.activities_list>;

const count = 10_000;
const threeYears = 3 * 365 * 24 * 60 * 60 * 1000;
const oldest = now.getTime() - threeYears;
const statuses = ['completed', 'completed', 'completed', 'in-progress', 'sent'] as const;

/** 10,000 activities spread evenly over the last three years, two at each time. */
const corpus = (): ActivityRecord[] =>
  Array.from({ length: count }, (_, index) => {
    const time = oldest + Math.floor(index / 2) * 2 * (threeYears / count);
    return activity(`call ${index}`, {
      status: statuses[index % statuses.length],
      started_at: time,
      updated_at: time + 3_600_000,
      participants: [{ id: uuid(`participant ${index}`), name: 'Anna' }],
    });
  });

const text = (time: number) => new Date(time).toISOString().slice(0, 19).replace('T', ' ');

/** Twelve adjacent windows of three months each. */
const windows = Array.from({ length: 12 }, (_, index) => ({
  fromDate: text(oldest + (index * threeYears) / 12),
  toDate: text(oldest + ((index + 1) * threeYears) / 12),
}));

const ranges: [string, Input, string][] = [
  [
    'started in five months',
    { fromDate: '2025-09-03 00:00:00', toDate: '2026-02-03 00:00:00' },
    'convo_activities_started_at',
  ],
  ['started in the last five months', { fromDate: '2025-10-03 00:00:00' }, 'convo_activities_started_at'],
  ['the last page', { fromDate: '2025-10-03 00:00:00', page: 3 }, 'convo_activities_started_at'],
  [
    'started, of a status',
    { fromDate: '2025-10-03 00:00:00', status: 'sent' },
    'convo_activities_started_at_by_status',
  ],
  ['updated in the last five months', { updatedFrom: '2025-10-03 00:00:00' }, 'convo_activities_updated_at'],
  [
    'updated, of a status',
    { updatedFrom: '2025-10-03 00:00:00', status: 'completed' },
    'convo_activities_updated_at_by_status',
  ],
];

describeOnDatabases('activities_list over 10,000 activities', ({ db }) => {
  beforeAll(async () => {
    await resetTeams(db);
    await storeActivities(db, corpus());
    await vacuum(db, 'convo');
  });

  it.each(ranges)('takes four statements for a page and uses an index: %s', async (_name, input, index) => {
    const recorder = recordStatements(db);
    await conversationCallers(recorder.db).as(ada).payload('activities_list', input);
    const statements = recorder.take();

    expect(statements).toHaveLength(4);
    const onActivities = statements.filter(({ sql }) => sql.includes('"convo_activities"'));
    const plans = await Promise.all(onActivities.map((statement) => explain(db, statement)));
    const scans = plans.map((plan) => plan.filter((node) => node['Node Type'].endsWith('Scan')));
    expect(scans.map((nodes) => nodes.flatMap((node) => node['Index Name'] ?? []))).toEqual([[index], [index]]);
    expect(scans.flat().filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
  });

  it('returns each activity exactly once over windows and pages', async () => {
    const caller = conversationCallers(db).as(ada);
    const ids: string[] = [];
    for (const window of windows) {
      for (let page = 1; ; page += 1) {
        const { items } = await caller.record('activities_list', { ...window, page });
        ids.push(...items.map(({ id }) => id));
        if (items.length < 500) break;
      }
    }
    const known = corpus().map(({ id }) => id);
    expect(ids).toHaveLength(count);
    expect(ids.toSorted()).toEqual(known.toSorted());
  });
});
