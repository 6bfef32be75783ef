import DataLoader from 'dataloader';
import type { ActivityRecord } from '../../../tools/conversation/activity.ts';
import { ToolError } from '../../../tools/errors/tool-error.ts';
import type { GraphContext } from '../../core/context.ts';
import { perOperation, toError } from '../../core/loader.ts';
import { createActivitySearch } from './scan/activity-search.ts';

/** Its record is loaded when a field needs it. */
export interface ActivityNode {
  id: string;
  record?: ActivityRecord;
}

export const asActivityNode = (record: ActivityRecord): ActivityNode => ({ id: record.id, record });

/** Five calls are enough for 730 days with at most 500 activities per 180 days. */
export const scanCalls = { tool: 'activities_list', calls: 5, unlessListed: true } as const;

/** Loads activities by id. All ids of the operation share one search. */
export const activityLoader = perOperation((context): DataLoader<string, ActivityRecord | null> => {
  const search = createActivitySearch(context);
  let searching: Promise<unknown> = Promise.resolve();

  return new DataLoader<string, ActivityRecord | null>(async (ids) => {
    // Searches share the scan, so they run one after another.
    const result = searching.then(() => search.load(ids));
    searching = result.catch(() => undefined);
    const failure = await result.then(() => null, toError);
    return ids.map((id) => search.get(id) ?? failure);
  });
});

export const findActivity = async ({ id, record }: ActivityNode, context: GraphContext) =>
  record ?? (await activityLoader(context).load(id));

/** @throws ToolError `NOT_FOUND` if the activity is older than the horizon or does not exist */
export async function activityRecord(activity: ActivityNode, context: GraphContext): Promise<ActivityRecord> {
  const found = await findActivity(activity, context);
  if (found) return found;
  throw new ToolError({
    code: 'NOT_FOUND',
    tool: 'activities_list',
    message: `There is no activity with the id ${JSON.stringify(activity.id)} in the last ${context.activityHorizonDays} days.`,
  });
}
