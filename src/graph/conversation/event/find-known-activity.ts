import type { ActivityRecord } from '../../../connector/conversation/records.ts';
import type { GraphContext } from '../../core/context.ts';
import { activityKey, activityLoader, scanActivities } from '../activity/activity-scan.ts';

/** How far around its last known start an activity is searched, in milliseconds. */
const nearMs = 1_000;

/**
 * Loads an activity that may have been loaded before. No tool returns a single activity, so this first lists those around
 * its last known start, which are few, and then scans.
 */
export async function findKnownActivity(
  { id, record }: { id: string; record: ActivityRecord | null | undefined },
  context: GraphContext,
): Promise<ActivityRecord | null> {
  const startedAt = record?.startedAt?.getTime();
  if (startedAt !== undefined) {
    const [from, to] = [new Date(startedAt - nearMs), new Date(startedAt + nearMs)];
    for await (const { items } of scanActivities(context, { by: 'occurred', from, to })) {
      const found = items.find((item) => activityKey(item.id) === activityKey(id));
      if (found) return found;
    }
  }
  return activityLoader(context).load(id);
}
