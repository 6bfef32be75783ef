import type { activityTools } from '../../../../tools/conversation/activity.ts';
import { activitiesPageSize } from '../../../../tools/conversation/vocabulary.ts';
import type { ToolInput, ToolPayload } from '../../../../tools/tool.ts';
import { boundedTotal } from '../../bounded-total.ts';
import { rejectIssues } from '../../reject-issues.ts';
import { willNotify } from '../mail/recipient.ts';
import type { ActivityContext } from './activity-context.ts';
import { organizationIdOf } from '../store/store-users.ts';
import { activityPayloads } from '../store/store-activities.ts';
import { isWithin, parseRange } from './time-range.ts';

type ActivitiesTool = typeof activityTools.activities_list;

/**
 * Returns a page of activities of the caller's organization within the requested time ranges. They are sorted by start
 * if the input has a `fromDate`, otherwise by last update, latest first. Always runs four SQL statements.
 */
export async function listActivities(
  { db, now, sendsMail }: ActivityContext,
  { input, userId }: { input: ToolInput<ActivitiesTool>; userId: string },
): Promise<ToolPayload<ActivitiesTool>> {
  const { status, page = 1 } = input;
  const limits = { now: now(), isLimited: true };
  const started = parseRange({ from: ['fromDate', input.fromDate], to: ['toDate', input.toDate] }, limits);
  const updated = parseRange({ from: ['updatedFrom', input.updatedFrom], to: ['updatedTo', input.updatedTo] }, limits);
  rejectIssues([...started.issues, ...updated.issues]);

  const organizationId = await organizationIdOf(db, userId);
  let matching = db
    .selectFrom('convo_activities')
    .where('organization_id', '=', organizationId)
    .where(isWithin('started_at', started))
    .where(isWithin('updated_at', updated));
  if (status) matching = matching.where('status', '=', status);
  const [rows, total] = await Promise.all([
    matching
      .selectAll()
      .select(willNotify({ sendsMail }))
      .orderBy(started.from ? 'started_at' : 'updated_at', 'desc')
      .orderBy('id', 'desc')
      .limit(activitiesPageSize)
      .offset((page - 1) * activitiesPageSize)
      .execute(),
    boundedTotal(db, matching),
  ]);
  return { items: await activityPayloads(db, rows), page, page_size: activitiesPageSize, total };
}
