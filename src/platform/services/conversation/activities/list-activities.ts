import type { ToolInput, ToolPayload } from '../../../../tools/tool.ts';
import type { activityTools } from '../../../../tools/conversation/activity.ts';
import { activitiesPageSize } from '../../../../tools/conversation/vocabulary.ts';
import { boundedTotal } from '../../bounded-total.ts';
import { activityPayloads } from './activity-payload.ts';
import type { ConversationParts } from '../service-context.ts';
import { organizationIdOf } from '../team/membership.ts';
import { refuseIssues } from '../../refuse-issues.ts';
import { futureIssues, lengthIssues, type RangeInput, timeRange } from './time-range.ts';

type ActivitiesTool = typeof activityTools.activities_list;

/**
 * One page of the caller's activities in the ranges given: latest started first, or latest updated first when it is
 * not said from when they started. Four statements, however large the page.
 */
export async function activityPage(
  { db, now }: ConversationParts,
  { input, userId }: { input: ToolInput<ActivitiesTool>; userId: string },
): Promise<ToolPayload<ActivitiesTool>> {
  const { status, page = 1 } = input;
  const startedInput: RangeInput = { from: ['fromDate', input.fromDate], to: ['toDate', input.toDate] };
  const updatedInput: RangeInput = { from: ['updatedFrom', input.updatedFrom], to: ['updatedTo', input.updatedTo] };
  const present = now();
  refuseIssues(
    [startedInput, updatedInput].flatMap((range) => [...futureIssues(range, present), ...lengthIssues(range, present)]),
  );

  const started = timeRange(startedInput);
  const updated = timeRange(updatedInput);
  const order = started.from === undefined ? 'updated_at' : 'started_at';
  const organizationId = await organizationIdOf(db, userId);
  let matching = db.selectFrom('convo_activities').where('organization_id', '=', organizationId);
  if (started.from) matching = matching.where('started_at', '>=', started.from);
  if (started.to) matching = matching.where('started_at', '<', started.to);
  if (updated.from) matching = matching.where('updated_at', '>=', updated.from);
  if (updated.to) matching = matching.where('updated_at', '<', updated.to);
  if (status) matching = matching.where('status', '=', status);
  const [rows, total] = await Promise.all([
    matching
      .selectAll()
      .orderBy(order, 'desc')
      .orderBy('id', 'desc')
      .limit(activitiesPageSize)
      .offset((page - 1) * activitiesPageSize)
      .execute(),
    boundedTotal(db, matching),
  ]);
  return { items: await activityPayloads(db, rows), page, page_size: activitiesPageSize, total };
}
