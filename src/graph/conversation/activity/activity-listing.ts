import type { ActivityRecord } from '../../../connector/conversation/records.ts';
import type { GraphContext } from '../../core/context.ts';
import { type ActivityScan, scanActivities } from './activity-scan.ts';

/** An activity and the time that it is sorted by. */
export interface PlacedActivity {
  record: ActivityRecord;
  /** Epoch milliseconds; a record without a time takes that of the activity before it. */
  time: number;
}

/** Field that activities are sorted by. */
export const timeField = { occurred: 'startedAt', updated: 'updatedAt' } as const;

export interface ActivityListing extends ActivityScan {
  /** Receives the number of activities in the span if one window covers it and the tool reports a total. */
  onTotal: (total: number) => void;
}

/**
 * Activities of any span, newest first, fetched lazily. Within one second, whose order the tools leave open, they are
 * sorted by time and then by id, so that a cursor identifies one position.
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
    // Windows end at whole seconds, so no second continues in the next one.
    if (endsWindow) {
      yield* second.toSorted(latestFirst);
      second = [];
    }
  }
}

const secondOf = ({ time }: PlacedActivity) => Math.floor(time / 1000);

const latestFirst = (a: PlacedActivity, b: PlacedActivity) => b.time - a.time || (a.record.id < b.record.id ? 1 : -1);
