import { describe, expect, it } from 'vitest';
import { readDemoRecords } from '../../../src/platform/demo/demo-records.ts';
import { conversationDemo, dayMs, now, timeOf } from './demo-lab.ts';

const dates = ['2026-03-02T12:00:00Z', '2026-11-20T23:59:00Z', '2028-02-29T00:00:00Z'];

/** The records of both services without their times, which are text or epoch milliseconds. */
async function timelessRecords(at: Date) {
  const records = [...(await readDemoRecords('talent', at)), ...(await readDemoRecords('convo', at))];
  return records.map(({ kind, fields }) =>
    JSON.stringify({ kind, fields }).replaceAll(/"\d{4}(-\d\d(-\d\d(T[\d:.]+Z)?)?)?"|\b1[5-9]\d{11}\b/g, '"time"'),
  );
}

// The test of the GraphiQL examples uses one date. These tests extend its result to any date.
describe.each(dates)('demo data at %s', (date) => {
  const at = new Date(date);

  it('differs from that of another date in times only', async () => {
    expect(await timelessRecords(at)).toEqual(await timelessRecords(now));
  });

  it('has more conversations in the last month than a page of the examples', async () => {
    const { activities } = await conversationDemo(at);
    const recent = activities.filter((one) => timeOf(one.started_at) >= at.getTime() - 30 * dayMs);
    expect(recent.length).toBeGreaterThan(10);
  });
});
