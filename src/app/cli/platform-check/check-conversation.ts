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
import { checkUnknown } from './check-talent.ts';
import { type CheckedConnection, expectCode } from './checked-connection.ts';

/** Nearly the longest period that `activities_list` accepts. */
const periodMs = 170 * 86_400_000;

/** Calls the tools with ids that earlier calls returned. @param has whether the platform lists the tool */
export async function checkConversation(
  connection: CheckedConnection,
  has: (tool: Tool) => boolean,
  now: Date,
): Promise<void> {
  const { read } = connection;
  const fromDate = toUtcText(new Date(now.getTime() - periodMs));
  const toDate = toUtcText(now);
  for (const tool of [teamTools.organization_get, teamTools.topic_triggers_list, teamTools.test_tool_xyz]) {
    if (has(tool)) await read(tool, {});
  }
  const users = has(teamTools.users_list) ? await read(teamTools.users_list, {}) : undefined;
  if (has(webhookTools.webhook_sample_get)) {
    for (const trigger of Object.values(webhookTriggers)) await read(webhookTools.webhook_sample_get, { trigger });
  }
  await checkTeamRecords(connection, {
    has,
    period: { fromDate, toDate },
    userIds: users?.items.map(({ id }) => id) ?? [],
  });
  if (has(activityTools.activities_list)) await checkActivities(connection, { has, fromDate });
}

async function checkActivities(
  connection: CheckedConnection,
  { has, fromDate }: { has: (tool: Tool) => boolean; fromDate: string },
): Promise<void> {
  const { read, findings, nameOf, execute } = connection;
  const list = activityTools.activities_list;
  const name = nameOf(list);
  const first = await read(list, { fromDate });
  const sample = first?.items ?? [];
  findings.judge(name, 'errors', expectCode('BAD_USER_INPUT', 'sent {}', await execute(name, {})));

  if (sample.length < activitiesPageSize) {
    findings.skip(name, 'paging', `it has ${sample.length} items; a second page needs more than ${activitiesPageSize}`);
  } else {
    const second = await read(list, { fromDate, page: 2 });
    const ids = new Set(sample.map(({ id }) => id));
    const repeated = second?.items.find(({ id }) => ids.has(id));
    findings.judge(name, 'paging', [
      ...(sample.length > activitiesPageSize
        ? [`received ${sample.length} items; expected ${activitiesPageSize}`]
        : []),
      ...(repeated
        ? [`sent page 2; received ${repeated.id}, which page 1 contains too; expected no repeated item`]
        : []),
    ]);
  }

  await checkPeriod(connection, {
    tool: list,
    sample,
    timeOf: ({ startedAt }) => startedAt,
    read: async (period) => (await read(list, period))?.items,
  });
  const updated = sample.flatMap(({ updatedAt }) => updatedAt ?? []).toSorted((one, other) => +one - +other);
  const latest = updated.at(-1);
  if (!latest) findings.skip(name, 'filters', 'updatedFrom: no activity has an update time');
  else {
    const updatedFrom = toUtcText(latest);
    await checkFilter(connection, {
      tool: list,
      filter: { updatedFrom },
      sample,
      matches: ({ updatedAt }) => (updatedAt === null ? null : toUtcText(updatedAt) >= updatedFrom),
      read: async () => (await read(list, { updatedFrom }))?.items,
      pageSize: activitiesPageSize,
    });
  }
  const status = sample.find((activity) => activity.status !== null)?.status;
  if (status == null) findings.skip(name, 'filters', 'status: no activity has a status');
  else {
    await checkFilter(connection, {
      tool: list,
      filter: { status },
      sample,
      matches: (activity) => activity.status === status,
      read: async () => (await read(list, { fromDate, status }))?.items,
      pageSize: activitiesPageSize,
    });
  }
  await checkOutputs(connection, { has, ids: sample.map(({ id }) => id) });
}

interface PeriodCall<Item> {
  tool: Tool;
  sample: readonly Item[];
  timeOf: (item: Item) => Date | null;
  read: (period: { fromDate: string; toDate: string }) => Promise<readonly Item[] | undefined>;
}

/** Requests the one second that contains a known item. A platform that reads times in another time zone misses it. */
async function checkPeriod<Item>(
  { findings, nameOf }: CheckedConnection,
  { tool, sample, timeOf, read }: PeriodCall<Item>,
): Promise<void> {
  const name = nameOf(tool);
  const time = sample.map(timeOf).find((candidate) => candidate !== null);
  if (!time) return findings.skip(name, 'filters', 'fromDate and toDate: no item has a time');
  const from = new Date(Math.floor(time.getTime() / 1000) * 1000);
  const period = { fromDate: toUtcText(from), toDate: toUtcText(new Date(from.getTime() + 1000)) };
  const found = await read(period);
  if (!found) return;
  const sent = `sent ${JSON.stringify(period)}`;
  const times = found.map(timeOf).filter((candidate) => candidate !== null);
  const isFound = times.some((candidate) => +candidate === +time);
  const outside = times.find((candidate) => toUtcText(candidate) !== period.fromDate);
  findings.judge(name, 'filters', [
    ...(isFound ? [] : [`${sent}; received no item of ${time.toISOString()}; expected it: is the time zone UTC?`]),
    ...(outside ? [`${sent}; received an item of ${outside.toISOString()}; expected only items of the period`] : []),
  ]);
}

/** Tries some activities until one has the output. */
async function checkOutputs(
  connection: CheckedConnection,
  { has, ids }: { has: (tool: Tool) => boolean; ids: readonly string[] },
): Promise<void> {
  const { read, findings, nameOf, execute } = connection;
  for (const tool of Object.values<Tool>(outputTools).filter(has)) {
    const name = nameOf(tool);
    await checkUnknown(connection, tool, { activityId: randomUUID() });
    let found: string | undefined;
    for (const activityId of ids.slice(0, 20)) {
      const response = await execute(name, { activityId });
      const code = failureResponseSchema.safeParse(response.body).data?.error.code;
      if (code === 'NOT_FOUND' && !isSuccess(response.status)) continue;
      found = activityId;
      break;
    }
    if (found !== undefined) await read(tool, { activityId: found });
    else findings.skip(name, 'answers', 'no known activity has this output');
  }
}

interface TeamRecord {
  userId: string | null;
  createdAt?: Date | null;
  listenedAt?: Date;
}

async function checkTeamRecords(
  connection: CheckedConnection,
  {
    has,
    period,
    userIds,
  }: { has: (tool: Tool) => boolean; period: { fromDate: string; toDate: string }; userIds: string[] },
): Promise<void> {
  const { read, findings, nameOf, execute } = connection;
  if (has(teamTools.coaching_feedback_list)) {
    const tool = teamTools.coaching_feedback_list;
    const sample = (await read(tool, period))?.items ?? [];
    const ofPeriod = async (range: typeof period) => (await read(tool, range))?.items;
    await checkPeriod(connection, { tool, sample, timeOf: ({ createdAt }) => createdAt, read: ofPeriod });
    for (const key of ['coachId', 'coacheeId'] as const) {
      const id = userIds.find((candidate) => sample.some((item) => item[key] === candidate));
      if (id === undefined) {
        findings.skip(nameOf(tool), 'filters', `${key}: no feedback names a known user`);
        continue;
      }
      const filter = { [key]: id };
      const items = async () => (await read(tool, { ...period, ...filter }))?.items;
      await checkFilter(connection, { tool, filter, sample, matches: (item) => item[key] === id, read: items });
    }
  }
  for (const tool of [teamTools.automated_call_scoring_list, teamTools.comments_list, teamTools.listens_list]) {
    if (!has(tool)) continue;
    const sample: TeamRecord[] = (await read(tool, period))?.items ?? [];
    await checkPeriod<TeamRecord>(connection, {
      tool,
      sample,
      timeOf: ({ createdAt, listenedAt }) => createdAt ?? listenedAt ?? null,
      read: async (range) => (await read(tool, range))?.items,
    });
    const userId = userIds.find((id) => sample.some((item) => item.userId === id));
    if (userId === undefined) {
      findings.skip(nameOf(tool), 'filters', 'userId: no record names a known user');
      continue;
    }
    const matches = (item: TeamRecord) => item.userId === userId;
    const items = async () => (await read(tool, { ...period, userId }))?.items;
    await checkFilter<TeamRecord>(connection, {
      tool,
      filter: { userId },
      sample,
      matches,
      read: items,
      key: 'userId',
    });
  }
  const inverted = { fromDate: period.toDate, toDate: period.fromDate };
  if (!has(teamTools.comments_list)) return;
  const name = nameOf(teamTools.comments_list);
  const response = await execute(name, inverted);
  findings.judge(name, 'errors', expectCode('BAD_USER_INPUT', `sent ${JSON.stringify(inverted)}`, response));
}
