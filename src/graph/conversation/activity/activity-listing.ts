import type { ActivityRecord } from '../../../connector/conversation/records.ts';
import type { GraphContext } from '../../core/context.ts';
import { type ActivityScan, scanActivities } from './activity-scan.ts';

/** An activity at its place in a listing. */
export interface PlacedActivity {
  record: ActivityRecord;
  /** What it is listed by, in epoch milliseconds; where its record tells no time, that of the activity before it. */
  time: number;
}

/** Which of its times an activity is listed by. */
export const timeField = { occurred: 'startedAt', updated: 'updatedAt' } as const;

export interface ActivityListing extends ActivityScan {
  /** Told how many there are in the span, when one range covers it and the tool says. */
  onTotal: (total: number) => void;
}

/**
 * Activities of any span, latest first and no further than they are read. Those of one second come in an order of our
 * own, by time and then by id, which a cursor can hold to whatever the tool does with them.
 */
export async function* listActivities(context: GraphContext, { onTotal, ...scan }: ActivityListing) {
  let second: PlacedActivity[] = [];
  let latest = scan.to.getTime();
  for await (const { items, total, endsWindow } of scanActivities(context, scan)) {
    if (total !== null) onTotal(total);
    for (const record of items) {
      const placed = { record, time: record[timeField[scan.by]]?.getTime() ?? latest };
      latest = placed.time;
      if (second[0] && secondOf(second[0]) !== secondOf(placed)) {
        yield* second.toSorted(latestFirst);
        second = [];
      }
      second.push(placed);
    }
    // Windows end at whole seconds.
    if (endsWindow) {
      yield* second.toSorted(latestFirst);
      second = [];
    }
  }
}

const secondOf = ({ time }: PlacedActivity) => Math.floor(time / 1000);

const latestFirst = (a: PlacedActivity, b: PlacedActivity) => b.time - a.time || (a.record.id < b.record.id ? 1 : -1);
