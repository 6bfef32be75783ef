import type { ActivityRecord } from '../../../tools/conversation/activity.ts';
import type { GraphContext } from '../../core/context.ts';
import { type ActivityScan, scanActivities } from './activity-scan.ts';

export interface TimedActivity {
  record: ActivityRecord;
  /** Epoch milliseconds to sort by. An activity without a time gets that of the one listed before it. */
  time: number;
}

export const timeField = { occurred: 'startedAt', updated: 'updatedAt' } as const;

export interface ActivityListing extends ActivityScan {
  /** Called with the number of activities if the tool reports a total and one window covers the whole span. */
  onTotal: (total: number) => void;
}

/**
 * Lists the activities of a span of time, newest first, fetched lazily. The tool does not define the order within a
 * second, so it sorts these by time and id: a cursor identifies one position.
 */
export async function* listActivities(context: GraphContext, { onTotal, ...scan }: ActivityListing) {
  let second: TimedActivity[] = [];
  let latest = scan.to.getTime();
  for await (const { items, total, endsWindow } of scanActivities(context, scan)) {
    if (total !== null) onTotal(total);
    for (const record of items) {
      const activity = { record, time: record[timeField[scan.by]]?.getTime() ?? latest };
      latest = activity.time;
      if (second[0] && secondOf(second[0]) !== secondOf(activity)) {
        yield* second.toSorted(latestFirst);
        second = [];
      }
      second.push(activity);
    }
    // Windows end at whole seconds, so a second never continues in the next window.
    if (endsWindow) {
      yield* second.toSorted(latestFirst);
      second = [];
    }
  }
}

const secondOf = ({ time }: TimedActivity) => Math.floor(time / 1000);

const latestFirst = (a: TimedActivity, b: TimedActivity) => b.time - a.time || (a.record.id < b.record.id ? 1 : -1);
