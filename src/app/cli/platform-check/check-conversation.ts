import { randomUUID } from 'node:crypto';
import { activityTools } from '../../../tools/conversation/activity.ts';
import { toUtcText } from '../../../tools/conversation/date-time.ts';
import { outputTools } from '../../../tools/conversation/outputs.ts';
import { teamTools } from '../../../tools/conversation/team.ts';
import { activitiesPageSize, webhookTriggers } from '../../../tools/conversation/vocabulary.ts';
import { webhookTools } from '../../../tools/conversation/webhook.ts';
import { failureResponseSchema } from '../../../tools/rest-protocol.ts';
import { isSuccess } from '../../../tools/rules/http.ts';
import type { Tool } from '../../../tools/tool.ts';
import { checkFilter } from './check-filter.ts';
import type { CheckedTools, ItemOf, ListTool } from './checked-tools.ts';

/** Nearly the longest period that `activities_list` accepts. */
const periodMs = 170 * 86_400_000;

interface Period {
  fromDate: string;
  toDate: string;
}

/** Calls the tools with ids that earlier calls returned. */
export async function checkConversation(tools: CheckedTools, now: Date): Promise<void> {
  const { read, itemsOf } = tools;
  const period = { fromDate: toUtcText(new Date(now.getTime() - periodMs)), toDate: toUtcText(now) };
  for (const tool of [teamTools.organization_get, teamTools.topic_triggers_list, teamTools.test_tool_xyz]) {
    await read(tool, {});
  }
  const users = (await itemsOf(teamTools.users_list)) ?? [];
  for (const trigger of Object.values(webhookTriggers)) await read(webhookTools.webhook_sample_get, { trigger });
  const userIds = users.map(({ id }) => id);
  await checkTeamRecords(tools, period, userIds);
  if (tools.has(activityTools.activities_list)) await checkActivities(tools, period);
}

async function checkActivities(tools: CheckedTools, { fromDate }: Period): Promise<void> {
  const { itemsOf, judge, rejects, skip } = tools;
  const list = activityTools.activities_list;
  const sample = (await itemsOf(list, { fromDate })) ?? [];
  await rejects(list, {}, 'BAD_USER_INPUT');

  if (sample.length < activitiesPageSize) {
    skip(list, `it has ${sample.length} items; a second page needs more than ${activitiesPageSize}`, 'paging');
  } else {
    const second = await itemsOf(list, { fromDate, page: 2 });
    const ids = new Set(sample.map(({ id }) => id));
    const repeated = second?.find(({ id }) => ids.has(id));
    const faults = [
      sample.length > activitiesPageSize && `received ${sample.length} items; expected ${activitiesPageSize}`,
      repeated && `sent page 2; received ${repeated.id}, which page 1 contains too; expected no repeated item`,
    ];
    judge(
      list,
      faults.filter((fault) => typeof fault === 'string'),
      'paging',
    );
  }

  await checkPeriod(tools, list, sample, ({ startedAt }) => startedAt);
  const latest = Math.max(...sample.map(({ updatedAt }) => +(updatedAt ?? 0)));
  if (latest <= 0) skip(list, 'updatedFrom: no activity has an update time', 'filters');
  else {
    const updatedFrom = toUtcText(new Date(latest));
    const matches = ({ updatedAt }: ItemOf<typeof list>) => updatedAt && toUtcText(updatedAt) >= updatedFrom;
    await checkFilter(tools, list, { filter: { updatedFrom }, sample, matches, pageSize: activitiesPageSize });
  }
  const status = sample.find((activity) => activity.status !== null)?.status;
  if (status == null) skip(list, 'status: no activity has a status', 'filters');
  else {
    const matches = (activity: ItemOf<typeof list>) => activity.status === status;
    const pageSize = activitiesPageSize;
    await checkFilter(tools, list, { filter: { status }, params: { fromDate }, sample, matches, pageSize });
  }
  await checkOutputs(
    tools,
    sample.map(({ id }) => id),
  );
}

/** Requests the one second that contains a known item. A platform that reads times in another time zone misses it. */
async function checkPeriod<Item extends object>(
  { itemsOf, judge, skip }: CheckedTools,
  tool: ListTool<Item>,
  sample: readonly Item[],
  timeOf: (item: Item) => Date | null,
): Promise<void> {
  const time = sample.map(timeOf).find((candidate) => candidate !== null);
  if (!time) return skip(tool, 'fromDate and toDate: no item has a time', 'filters');
  const from = new Date(Math.floor(time.getTime() / 1000) * 1000);
  const period = { fromDate: toUtcText(from), toDate: toUtcText(new Date(from.getTime() + 1000)) };
  const found = await itemsOf(tool, period);
  if (!found) return;
  const sent = `sent ${JSON.stringify(period)}`;
  const times = found.map(timeOf).filter((candidate) => candidate !== null);
  const isFound = times.some((candidate) => +candidate === +time);
  const outside = times.find((candidate) => toUtcText(candidate) !== period.fromDate);
  judge(
    tool,
    [
      ...(isFound ? [] : [`${sent}; received no item of ${time.toISOString()}; expected it: is the time zone UTC?`]),
      ...(outside ? [`${sent}; received an item of ${outside.toISOString()}; expected only items of the period`] : []),
    ],
    'filters',
  );
}

/** Tries some activities until one has the output. */
async function checkOutputs({ read, rejects, nameOf, execute, has, skip }: CheckedTools, ids: string[]): Promise<void> {
  for (const tool of Object.values<Tool>(outputTools).filter(has)) {
    await rejects(tool, { activityId: randomUUID() });
    let found: string | undefined;
    for (const activityId of ids.slice(0, 20)) {
      const response = await execute(nameOf(tool), { activityId });
      const code = failureResponseSchema.safeParse(response.body).data?.error.code;
      if (code === 'NOT_FOUND' && !isSuccess(response.status)) continue;
      found = activityId;
      break;
    }
    if (found !== undefined) await read(tool, { activityId: found });
    else skip(tool, 'no known activity has this output', 'answers');
  }
}

async function checkTeamRecords(tools: CheckedTools, period: Period, userIds: string[]): Promise<void> {
  const { itemsOf, rejects, skip } = tools;
  const feedback = teamTools.coaching_feedback_list;
  const feedbacks = (await itemsOf(feedback, period)) ?? [];
  await checkPeriod(tools, feedback, feedbacks, ({ createdAt }) => createdAt);
  for (const key of ['coachId', 'coacheeId'] as const) {
    const id = userIds.find((candidate) => feedbacks.some((item) => item[key] === candidate));
    if (id === undefined) skip(feedback, `${key}: no feedback names a known user`, 'filters');
    else {
      const matches = (item: ItemOf<typeof feedback>) => item[key] === id;
      await checkFilter(tools, feedback, { filter: { [key]: id }, params: period, sample: feedbacks, matches });
    }
  }
  for (const tool of [teamTools.automated_call_scoring_list, teamTools.comments_list, teamTools.listens_list]) {
    const sample = (await itemsOf(tool, period)) ?? [];
    await checkPeriod<ItemOf<typeof tool>>(tools, tool, sample, (item) =>
      'listenedAt' in item ? item.listenedAt : item.createdAt,
    );
    const userId = userIds.find((id) => sample.some((item) => item.userId === id));
    if (userId === undefined) skip(tool, 'userId: no record names a known user', 'filters');
    else {
      const matches = (item: ItemOf<typeof tool>) => item.userId === userId;
      await checkFilter(tools, tool, { filter: { userId }, params: period, sample, matches, key: 'userId' });
    }
  }
  await rejects(teamTools.comments_list, { fromDate: period.toDate, toDate: period.fromDate }, 'BAD_USER_INPUT');
}
