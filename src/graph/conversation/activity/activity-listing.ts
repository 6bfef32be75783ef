import type { ActivityRecord } from '../../../tools/conversation/activity.ts';
import type { GraphContext } from '../../core/context.ts';
import { type ActivityScan, scanActivities } from './activity-scan.ts';

/** An activity and the time that it is sorted by. */
export interface TimedActivity {
  record: ActivityRecord;
  /** Epoch milliseconds. An activity without a time gets the time of the activity listed before it. */
  time: number;
}

/** Field of the activity record to sort by, for each value of `ActivityScan.by`. */
export const timeField = { occurred: 'startedAt', updated: 'updatedAt' } as const;

export interface ActivityListing extends ActivityScan {
  /**
   * Called with the number of activities between `from` and `to`, if the tool reports a total and one window (the date
   * range of a call) covers the whole span.
   */
  onTotal: (total: number) => void;
}

/**
 * Lists the activities of a span of time of any length, newest first, fetched lazily. The tool does not define the
 * order of activities within the same second. They are therefore sorted by time and then by id, so that a cursor
 * identifies one position.
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
    // Windows (the date ranges of the calls) end at whole seconds, so a second never continues in the next window.
    if (endsWindow) {
      yield* second.toSorted(latestFirst);
      second = [];
    }
  }
}

const secondOf = ({ time }: TimedActivity) => Math.floor(time / 1000);

const latestFirst = (a: TimedActivity, b: TimedActivity) => b.time - a.time || (a.record.id < b.record.id ? 1 : -1);
